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
	/** Devices and one contact: each result is linked to the recipient it names, or to the remaining one. */
	const isPushLinked = async (): Promise<void> => {
		const run = await pushTo([{ device_id: 'a' }, { user_id: 'x' }, { device_id: 'b' }]);
		expect(jsonOf(run).map(({ device_id }) => device_id)).toEqual(['a', 'device-x-1', 'b']);
		expect(linksOf(run.output)).toEqual([[0], [1], [2]]);
	};
	/** Contacts, whose devices only the service knows. */
	const pushToContacts = async (options: IDataObject = {}): Promise<EngineRun> =>
		await pushTo([{ user_id: 'x' }, { user_id: 'y' }], options);
	const ofBoth = ['x', 'y'].map((name) => ({ user_id: name, device_id: `device-${name}-1` }));
	const isLinkedToAll = async (): Promise<void> => {
		await isPushLinked();
		const run = await pushToContacts();
		for (const json of jsonOf(run)) {
			expect(json.device_id).toMatch(/^device-[xy]-1$/);
			expect(json.user_id).toBeUndefined();
		}
		expect(linksOf(run.output).map(String)).toEqual(['0,1', '0,1']);
		expect(hintsOf(run).join()).toContain('are linked to all items of their request');
	};
	const isByOrder = async (): Promise<void> => {
		await isPushLinked();
		const run = await pushToContacts();
		expect(jsonOf(run).map(({ user_id }) => user_id)).toEqual(['x', 'y']);
		expect(hintsOf(run).join()).toContain('linked by their order');
	};

	/** The rejected items of two SMS, of which the service rejects the first, and whether a hint mentions their order. */
	const rejectedSms = async (more: IDataObject = {}): Promise<[number[], boolean]> => {
		const items = ['+34600000000', '+34600000001'].map((phone) => ({ phone }));
		const options = { failOnRejected: true, ...more };
		const form = smsForm({ phoneNumber: '={{ $json.phone }}', options });
		const run = await node.run(form, { items, onError: 'continueErrorOutput' });
		const rejected = linksOf(run.errorOutput).flat();
		return [rejected, hintsOf(run).join().includes('by their order')];
	};
	/** An SMS and a push that the service doesn't accept. */
	const rejections = async (): Promise<EngineRun[]> => {
		const options = { failOnRejected: true };
		const sms = smsForm({ phoneNumber: '+34600000000', options });
		const push = pushForm({ recipientType: 'device_id', recipientId: 'invalid-1', options });
		return [await node.run(sms), await node.run(push)];
	};
	const isRejected = (sms = '', push = '') =>
		isSeen(
			async () => (await rejections()).map(({ error }) => error?.message),
			[`+34600000000${sms}`, `invalid-1${push}`].map(
				(recipient) => `The service rejected the delivery to ${recipient} [item 0]`,
			),
		);
	const isRejectedBecause = isRejected(
		': +34600000000 is not in use',
		': invalid-1 is not known',
	);

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
				expect(run.error?.message).toContain('priority is unknown');
			},
			taken: async () => {
				expect((await node.run(withPriority)).status).toBe('success');
				const sent = pushBody([{ device_id: 'phone-1' }], { priority: 'high' });
				expect(node.bodies).toEqual([sent]);
			},
		},
		pushAnswer: {
			perTarget: async () => {
				await isByOrder();
				expect(jsonOf(await pushToContacts())).toMatchObject(ofBoth);
			},
			// Nothing shows that the order differs, so a hint shows how results are linked.
			otherOrder: async () => {
				await isByOrder();
				const certain = await pushToContacts({ batchSize: 1 });
				expect(jsonOf(certain)).toMatchObject(ofBoth);
				expect(hintsOf(certain)).toEqual([]);
			},
			grouped: isLinkedToAll,
			flat: isLinkedToAll,
			bare: isLinkedToAll,
		},
		smsAnswer: {
			inOrder: isSeen(rejectedSms, [[0], true]),
			otherOrder: async () => {
				expect(await rejectedSms()).toEqual([[1], true]);
				expect(await rejectedSms({ batchSize: 1 })).toEqual([[0], false]);
			},
			named: isSeen(rejectedSms, [[0], false]),
			perPhone: isSeen(rejectedSms, [[0], true]),
			nested: isSeen(rejectedSms, [[0], true]),
		},
		verdict: {
			isFalse: isRejected(),
			asText: isRejected(),
			withReason: isRejectedBecause,
			errorAlone: isRejectedBecause,
			leftOut: async () => {
				for (const run of await rejections()) {
					expect(run.status).toBe('success');
					const hint = 'doesn’t show whether it accepted 1 of 1 recipients';
					expect(hintsOf(run).join()).toContain(hint);
				}
			},
		},
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
