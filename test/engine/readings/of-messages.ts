import type { IDataObject } from 'n8n-workflow';
import type { EngineRun } from '../harness';
import { hintsOf, jsonDeliveries, pushBody, pushForm, smsForm } from '../message-forms';
import { linksOf, type NodeRunner } from '../node-runner';
import { isSeen, jsonOf } from './reading';

/** Messages, as a user sees them. */
export function ofMessages(node: NodeRunner) {
	const pushTo = async (
		targets: IDataObject[],
		options: IDataObject = {},
	): Promise<EngineRun> => {
		const items = targets.map((target) => ({ target: { ...target, replacements: {} } }));
		const form = pushForm({ ...jsonDeliveries('={{ $json.target }}'), options });
		return await node.run(form, { items });
	};
	/** Each result is linked to its target, without a hint. */
	const isByOrder = async (): Promise<void> => {
		const run = await pushTo([{ device_id: 'a' }, { user_id: 'x' }, { device_id: 'b' }]);
		expect(jsonOf(run).map(({ device_id }) => device_id)).toEqual(['a', 'device-x-1', 'b']);
		expect(linksOf(run.output)).toEqual([[0], [1], [2]]);
		expect(hintsOf(run)).toEqual([]);
	};

	const later = '2031-07-15T09:30:00.000Z';
	const scheduled = async (startFlag: string) => {
		await node.run(smsForm({ schedule: 'at', startAt: later, startFlag }));
		const { send_at, received_at } = node.service.state.smsDeliveries.at(-1)!;
		return send_at === received_at ? 'immediately' : send_at;
	};
	const bothFlags = async () => [await scheduled('false'), await scheduled('true')];

	const silentPushes = async () => {
		for (const notification of [{}, { alert: 'Ready' }, { sendSilently: true }]) {
			await node.run(pushForm({ notification }));
		}
		return node.service.state.pushDeliveries.map(({ is_silent }) => is_silent);
	};
	const sees = (messageHolder: string, replacements: IDataObject, expected: string) =>
		isSeen(async () => {
			const guest = { phone_number: '+34600123456', replacements };
			await node.run(smsForm({ messageHolder, ...jsonDeliveries([guest]) }));
			return node.service.state.smsDeliveries.map(({ text, valid }) => [text, valid]);
		}, [[expected, true]]);
	const percent = sees('100%%{name} %{name}', { name: 'Ana' }, '100%{name} Ana');
	const nested = sees('%{a} %{b}', { a: '%{b}', b: 'Ana' }, '%{b} Ana');
	const withPriority = pushForm({ options: { body: { priority: 'high' } } });

	return {
		beyondDocument: {
			refused: async () => {
				const run = await node.run(withPriority);
				expect(run.error?.message).toContain('/body/priority must NOT');
			},
			taken: async () => {
				expect((await node.run(withPriority)).status).toBe('success');
				const sent = pushBody([{ device_id: 'phone-1' }], { priority: 'high' });
				expect(node.bodies).toEqual([sent]);
			},
		},
		pushAnswer: { perTarget: isByOrder, oneList: isByOrder },
		schedule: {
			falseWaits: isSeen(bothFlags, [later, 'immediately']),
			trueStarts: isSeen(bothFlags, [null, later]),
		},
		alert: {
			emptyIsSilent: isSeen(silentPushes, [false, false, true]),
			absentIsSilent: isSeen(silentPushes, [true, false, true]),
		},
		percent: { escapes: percent, isPlain: percent },
		valuesOfContainers: { asTheyAre: nested, filledAgain: nested },
	};
}
