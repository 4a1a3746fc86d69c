import { runInNewContext } from 'node:vm';
import { CrmMessaging } from '../../nodes/CrmMessaging/CrmMessaging.node';
import { CrmMessagingTrigger } from '../../nodes/CrmMessaging/CrmMessagingTrigger.node';
import { plainForm } from '../../nodes/CrmMessaging/fields/words';
import { editorMethods } from '../../nodes/CrmMessaging/methods';
import { stateWords } from '../../nodes/CrmMessaging/service/fields/syncData';
import { exampleFiles, readExample } from '../../playground/demo/fill-n8n';
import type { WorkflowNode } from '../../playground/n8n/workflow-file';
import { textsIn } from '../engine/everything-in';

const isType = (type: string) => (node: WorkflowNode) => node.type === `n8n-nodes-base.${type}`;

describe.each(exampleFiles())('the example %s', (file) => {
	const { nodes, pinData = {}, connections } = readExample(file);
	const texting = nodes.filter(({ parameters }) => parameters.resource === 'sms');

	it('texts no stranger: its sample has a number that no one has, and a note to replace it', () => {
		const numbers = JSON.stringify(pinData).match(/\+\d{8,15}/g) ?? [];
		if (texting.length === 0 || numbers.length === 0) return;
		// North America reserves these numbers for films and books.
		for (const number of numbers) expect(number).toMatch(/^\+120255501\d\d$/);
		const notes = JSON.stringify(nodes.filter(isType('stickyNote')));
		expect(notes).toContain('put your own phone number into the pinned booking');
	});

	it('texts guests with any name: a name such as Lucía makes an SMS need two segments', () => {
		for (const { name, parameters } of texting) {
			if (!String(parameters.messageHolder).includes('%{')) continue;
			expect([name, parameters.options]).toMatchObject([name, { multiple: true }]);
		}
	});

	it('clears its memory of seen events before it is full, and never that of texted guests', () => {
		const memories = nodes.filter(isType('removeDuplicates'));
		const clearing = memories.find(
			({ parameters }) => parameters.operation === 'clearDeduplicationHistory',
		);
		for (const { name, parameters } of memories) {
			if (parameters.operation === 'removeDuplicateInputItems') continue;
			const scope = name === 'Text once' ? 'node' : 'workflow';
			expect([name, parameters.options]).toMatchObject([name, { scope }]);
			const timer = nodes.find(isType('scheduleTrigger'))!;
			expect(JSON.stringify(connections[timer.name])).toContain(`"${clearing!.name}"`);
		}
	});

	// The editor calls any others outdated.
	it('maps the columns that the node offers', async () => {
		const { fields } = await editorMethods.resourceMapping.getContactFields();
		const removed = expect.any(Boolean) as boolean;
		const offered = fields.map((field) => ({ ...field, removed }));
		for (const { parameters } of nodes) {
			const { schema } = (parameters.contact ?? {}) as { schema?: unknown };
			if (schema) expect(schema).toEqual(offered);
		}
	});

	// The editor shows a node of an unknown version with a question mark.
	it('uses the current version of each node', () => {
		for (const { description } of [new CrmMessaging(), new CrmMessagingTrigger()]) {
			const type = `n8n-nodes-crm-messaging.${description.name}`;
			const own = nodes.filter((node) => node.type === type);
			for (const { typeVersion } of own) expect(typeVersion).toBe(description.version);
		}
	});
});

const fullEvents = 'booking-full-events-to-purchase-sms.json';

describe('the recipe with full events', () => {
	const { assignments } = readExample(fullEvents).nodes.find(({ name }) => name === 'Read signs')!
		.parameters.assignments as { assignments: Array<{ name: string; value: string }> };
	type Json = Record<string, unknown>;
	const signsOf = (booking: Json, event = 'updated'): Json =>
		Object.fromEntries(
			assignments.map(({ name, value }) => {
				const [, code] = /^=\{\{([^]*)\}\}$/.exec(value)!;
				return [name, runInNewContext(`(${code})`, { $json: { booking, event } })];
			}),
		);

	const dates = ['2026-11-21T10:15:00Z', '21.11.2026', 1795255200, 1795255200000];
	const yes = [true, 'true', 'True', 'yes', 'Y', 1, '1', 'x', ...dates];
	const zero = ['0000-00-00 00:00:00', '1970-01-01T00:00:00Z'];
	const no = [false, 'false', 'N', 0, '0', '', null, undefined, 'n/a', {}, [], ...zero];

	it.each<[signs: string, values: unknown[], names: string]>([
		['a sign', yes, 'canceled isCancelled IsCanceled is_deleted reservationCanceled cxl'],
		['a sign', yes, 'storniert cancelada annulée'],
		['a sign', dates, 'canceled_at cancelledAt canceled_on cancelled_date deleted_at'],
		['no sign', yes, 'cancellation_policy is_cancellable cancellation_fee not_canceled'],
	])(
		'treats as %s of a cancellation what means yes, such as %j, in %s',
		(signs, values, names) => {
			for (const name of names.split(' ')) {
				const isSign = (value: unknown) => signsOf({ [name]: value }).canceled;
				const found = [...values, ...no].filter(isSign);
				expect([name, found]).toEqual([name, signs === 'a sign' ? values : []]);
			}
		},
	);

	it.each<[sign: 'canceled' | 'no_show' | undefined, event: string, booking: Json]>([
		['canceled', 'Cancelled_by_guest', {}],
		['canceled', 'deleted', {}],
		['no_show', 'noshow', {}],
		[undefined, 'cancellation_requested', {}],
		[undefined, 'not_canceled', {}],
		[undefined, 'note_deleted', {}],
		[undefined, 'no_show_fee_changed', {}],
		// One sign is enough, even if other fields contradict it.
		['canceled', 'updated', { is_canceled: false, canceled_at: '', is_cancelled: true }],
		['canceled', 'updated', { state: 'Cancelled_by_guest' }],
		['no_show', 'updated', { booking_status: 'No-Show' }],
		['no_show', 'updated', { isNoShow: dates[0] }],
		[undefined, 'updated', { noshow_at: null }],
	])('reads the sign %s in the event %s with %j', (sign, event, booking) => {
		const expected = { canceled: sign === 'canceled', no_show: sign === 'no_show' };
		expect(signsOf({ status: 'confirmed', ...booking }, event)).toMatchObject(expected);
	});

	it('reads the dates of the stay, and no times', () => {
		const noise = { check_in_time: '15:00', start_time: '15:00', created_at: '2026-11-01' };
		const stay = { startsAt: '2026-12-04', endsAt: '2026-12-07' };
		const found = { arrival: '2026-12-04', departure: '2026-12-07' };
		expect(signsOf({ ...noise, ...stay })).toMatchObject(found);
		expect(signsOf({ ...noise, dates: stay })).toMatchObject(found);
		expect(signsOf({ ...noise })).toMatchObject({ arrival: '', departure: '' });
	});
});

const patternsOf = (file: string, node: string) => {
	const { parameters } = readExample(file).nodes.find(({ name }) => name === node)!;
	const texts = textsIn(parameters).join('\n');
	return [...texts.matchAll(/\/(\^.+?)\/i/g)].map(([, one]) => new RegExp(one!, 'i'));
};
const patterns = [
	...patternsOf('booking-to-contact-purchase-sms.json', 'Choose text'),
	...patternsOf(fullEvents, 'Canceled, with a phone'),
];
const reported = ['confirmed', 'check_in', 'canceled', 'canceled'];
/** How systems write a word. */
const spellingsOf = (word: string) => [
	word,
	word.toUpperCase(),
	plainForm(word),
	...['_', '-', ''].map((between) => word.replaceAll(/[ _]/g, between)),
];

it.each(Object.entries(stateWords))('an example’s SMS reports the status %s', (state, words) => {
	for (const word of [state, ...words].flatMap(spellingsOf)) {
		const matches = patterns.map((pattern) => pattern.test(word));
		expect([word, matches]).toEqual([word, reported.map((one) => one === state)]);
	}
});
