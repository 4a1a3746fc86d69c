import type { IDataObject } from 'n8n-workflow';
import type { EngineRun } from './harness';
import { KillBench } from './killed-executions';
import { guests, phoneOf, smsForm, smsToGuests } from './message-forms';
import { errorsIn, hintsOf, linksOf, NodeRunner } from './node-runner';

const previewOf = (total: string) =>
	`This is a preview of ${total}. Nothing was sent. Remove the option Preview to send.`;
const requests = { options: { preview: 'requests' } };

describe('a preview', () => {
	const node = new NodeRunner();
	const form = smsForm({
		messageHolder: 'Dear %{name}, %%{x}',
		multiple: true,
		schedule: 'at',
		startAt: '2031-07-15T09:30:00',
		phoneNumber: '={{ $json.phone }}',
	});
	const names = ['Ana', 'Łukasz', '$& %{name}', '€'.repeat(153)];
	const start_at = '2031-07-15T09:30:00+02:00';
	const total = previewOf('4 messages (6 SMS)');
	const options = {
		items: names.map((name, index) => ({ name, phone: phoneOf(index + 1) })),
		settings: { timezone: 'Europe/Madrid' },
	};

	it('shows each message as it is sent, with parts, warnings and the schedule', async () => {
		const run = await node.run({ ...form, options: { preview: 'messages' } }, options);
		expect(node.service.requests).toEqual([]);
		expect(linksOf(run.output)).toEqual([[0], [1], [2], [3]]);

		const sent = await node.run({ ...form, options: { preview: 'off' } }, options);
		expect(node.texts).toEqual(names.map((name) => `Dear ${name}, %{x}`));
		const more = [
			{ parts: 1, encoding: 'GSM-7' },
			{ parts: 1, encoding: 'UCS-2' },
			{ parts: 1, encoding: 'GSM-7' },
			// A euro sign counts two, and braces count two as well.
			{ parts: 3, encoding: 'GSM-7' },
		];
		expect(run.output.map(({ json }) => json)).toEqual(
			sent.output.map(({ json: { text, phone_number } }, at) => ({
				...{ text, phone_number, schedule: start_at, skipped: 'preview' },
				...more[at],
			})),
		);
		expect(Object.keys(run.output[0]!.json).slice(0, 2)).toEqual(['text', 'parts']);
		expect([hintsOf(run), hintsOf(sent)]).toEqual([[total], []]);
	});

	it.each([
		['http://crm.example.com', 1],
		['https://crm.example.com', 0],
	])('for %s warns if secrets would be sent unencrypted', async (baseUrl, count) => {
		const credential = { ...node.credential, baseUrl };
		const { hints } = await node.run({ ...smsForm(), ...requests }, { credential });
		const warnings = hints.filter(({ message }) => message.includes('unencrypted'));
		expect(warnings).toHaveLength(count);
	});

	it('of a retry shows only messages still to send, and changes nothing', async () => {
		const preview = 'messages';
		const options = { parallelRequests: 1, batchSize: 1 };
		node.service.faults.add({ after: 1, action: 'processThenReset' });
		node.service.faults.add({ after: 2, action: { respond: { status: 400 } } });
		const retrying = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const items = guests(4);
		const failed = await node.run({ ...smsToGuests, options }, { items, ...retrying });
		const memory = (run: EngineRun) => {
			const stored = run.contextData['node:Node under test']?.crmMessagingSent as IDataObject;
			return JSON.stringify(stored.batches);
		};
		const arrived = node.sent.length;
		const shown = await node.retry(failed, { options: { ...options, preview } });
		expect(shown.status).toBe('success');
		expect(node.sent).toHaveLength(arrived);
		expect(linksOf(shown.output)).toEqual([[2], [3]]);
		expect(hintsOf(shown)).toEqual([
			'In an earlier try, 1 was accepted and 1 may have been sent. The preview shows only what is still to send. To see all, preview in a new execution.',
			previewOf('2 messages (2 SMS)'),
		]);
		expect(memory(shown)).toContain('accepted');
		expect(memory(shown)).toBe(memory(failed));
		const resend = { ...options, preview, unconfirmedRequests: 'resend' };
		const all = await node.retry(failed, { options: resend });
		expect(linksOf(all.output)).toEqual([[1], [2], [3]]);
		expect(hintsOf(all)).toEqual([
			'In an earlier try, 1 was accepted. The preview shows only what is still to send. To see all, preview in a new execution.',
			previewOf('3 messages (3 SMS)'),
		]);
		expect(memory(all)).toBe(memory(failed));
	});

	it('after a kill shows a wrong item, and one that waits for it', async () => {
		const form = { ...smsToGuests, messageHolder: '={{ $json.text }}' };
		const bench = new KillBench(node, { onError: 'continueErrorOutput' });
		const items = ['x'.repeat(161), 'Hello'].map((text) => ({ ...guests(1)[0], text }));
		const { run, stored } = await bench.run(form, items);
		const shown = await bench.retry(run, stored[0], { options: { preview: 'messages' } });
		expect(errorsIn(shown.errorOutput)).toMatchObject([
			{ code: 'tooManySegments', outcome: 'unknown' },
			{ code: 'afterFailed', outcome: 'unknown' },
		]);
	});

	it('needs no master secret, and checks items like a real run', async () => {
		const credential = { ...node.credential, masterSecret: '' };
		const run = await node.run({ ...smsForm(), ...requests }, { credential });
		expect(run.output.map(({ json }) => json.messages)).toEqual([1]);
		const wrong = smsForm({ phoneNumber: '+0' });
		const refused = await node.run({ ...wrong, ...requests }, { credential });
		expect([refused.status, refused.output]).toEqual(['error', []]);
		expect(node.service.requests).toEqual([]);
	});
});
