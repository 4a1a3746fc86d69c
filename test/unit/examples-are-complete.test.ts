import { isValidPhoneNumber } from 'libphonenumber-js/max';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CrmMessaging } from '../../nodes/CrmMessaging/CrmMessaging.node';
import { CrmMessagingTrigger } from '../../nodes/CrmMessaging/CrmMessagingTrigger.node';
import { stateWords } from '../../nodes/CrmMessaging/service/fields/purchase';
import { rawFiles, readText, root } from './documents/page';
import { readWorkflow, type WorkflowNode } from '../../playground/n8n/workflow-file';
import { randomBooking } from '../../playground/service/control/random-booking';

const files = readdirSync(join(root, 'examples')).filter((file) => file.endsWith('.json'));
const isType = (type: string) => (node: WorkflowNode) => node.type === `n8n-nodes-base.${type}`;

const descriptions = [new CrmMessaging(), new CrmMessagingTrigger()].map(
	({ description }) => description,
);

describe.each(files)('the example %s', (file) => {
	const { name, nodes, pinData = {}, connections } = readWorkflow(join(root, 'examples', file));
	const notes = nodes.filter(isType('stickyNote'));
	const noteText = notes.map(({ parameters }) => String(parameters.content)).join('\n');
	const named = new Set(nodes.map(({ name }) => name));

	it('is linked by its name in the README, and a booking system’s in the recipes', () => {
		const links = (page: string) => readText(page).match(/\[[^\]]+\]\([^)]+\)/g);
		expect(links('README.md')).toContain(`[${name}](${rawFiles}examples/${file})`);
		if (file.startsWith('booking-'))
			expect(links('docs/recipes.md')).toContain(`[${name}](../examples/${file})`);
	});

	it('explains its use in notes that name only its own nodes', () => {
		expect(noteText).toMatch(/credential/);
		expect(named.size).toBe(nodes.length);
		const marked = [...noteText.matchAll(/\*\*([^*]+)\*\*/g)].map(([, term]) => term!);
		const leadIns = ['Try it', 'Use it', 'contact', 'purchase'];
		expect(marked.filter((term) => !named.has(term) && !leadIns.includes(term))).toEqual([]);
		for (const name of Object.keys(pinData)) expect(marked).toContain(name);
	});

	it('has a pinned sample event for its webhook', () => {
		if (!nodes.some(isType('webhook'))) return;
		expect(Object.keys(pinData)).toEqual(['Sample event']);
	});

	it('texts no stranger: its sample has an unused number and a note to replace it', () => {
		const texts = nodes.some(({ parameters }) => parameters.resource === 'sms');
		const numbers = JSON.stringify(pinData).match(/\+\d{8,15}/g) ?? [];
		if (!texts || numbers.length === 0) return;
		// North America reserves these numbers for films and books.
		for (const number of numbers) expect(number).toMatch(/^\+120255501\d\d$/);
		expect(noteText).toContain('put your own phone number into the pinned booking');
	});

	it('texts guests with any name: a name such as Lucía makes an SMS need two segments', () => {
		const texts = nodes.filter(
			({ parameters: { resource, messageHolder } }) =>
				resource === 'sms' && String(messageHolder).includes('%{'),
		);
		for (const { name, parameters } of texts) {
			expect([name, parameters.options]).toMatchObject([name, { multiple: true }]);
		}
	});

	it('clears its memory of seen events before it is full', () => {
		const memories = nodes.filter(isType('removeDuplicates'));
		const remembers = memories.filter(
			({ parameters }) => parameters.operation === 'removeItemsSeenInPreviousExecutions',
		);
		if (remembers.length === 0) return;
		const forgets = memories.filter(
			({ parameters }) => parameters.operation === 'clearDeduplicationHistory',
		);
		expect(forgets).toHaveLength(1);
		for (const { name, parameters } of [...remembers, ...forgets]) {
			// Guests who received an SMS are remembered forever, in a separate memory.
			const scope = name === 'Text once' ? 'node' : 'workflow';
			expect(parameters.options).toMatchObject({ scope });
		}
		const [timer] = nodes.filter(isType('scheduleTrigger'));
		expect(JSON.stringify(connections[timer!.name])).toContain(`"${forgets[0]!.name}"`);
	});

	it('compares the whole content of an event with the memory', () => {
		const memory = nodes.find(({ name }) => name === 'Only what is new');
		if (!memory) return;
		expect(memory.parameters.dedupeValue).toContain(': JSON.stringify($json) }}');
		expect(JSON.stringify(connections.Map)).toContain('"Only what is new"');
	});

	// The editor shows a node of an unknown version with a question mark.
	it('uses the current version of each node', () => {
		for (const { name: type, version } of descriptions) {
			const own = nodes.filter((node) => node.type === `n8n-nodes-crm-messaging.${type}`);
			expect(own).toEqual(own.map((node) => ({ ...node, typeVersion: version })));
		}
	});
});

it('the recipes list only words that the node recognizes, for each booking state', () => {
	const rows = readText('docs/recipes.md')
		.split('\n')
		.filter((line) => /^\| `[a-z_]+`/.test(line))
		.map((line) => line.split('|').map((cell) => cell.trim()))
		.map(([, state, words]) => [state, words!.split(', ')] as const);
	for (const [value, aliases] of Object.entries(stateWords)) {
		const [, words = []] = rows.find(([state]) => state === `\`${value}\``) ?? [];
		expect([value, words.length > 0]).toEqual([value, true]);
		expect(aliases).toEqual(expect.arrayContaining([...words]));
	}
});

it('no phone number of a sample is one that a hint doubts', () => {
	const reservations = [...Array(100).keys()].map(randomBooking);
	const samples = [
		...files.map((file) => readText(`examples/${file}`)),
		readText('examples/events/reservation-created.json'),
		readText('playground/service/booking-api/samples.json'),
		JSON.stringify(reservations),
	];
	const numbers = samples.flatMap((sample) => sample.match(/\+\d{8,15}/g) ?? []);
	expect(numbers.length).toBeGreaterThan(reservations.length);
	expect(numbers.filter((number) => !isValidPhoneNumber(number))).toEqual([]);
});
