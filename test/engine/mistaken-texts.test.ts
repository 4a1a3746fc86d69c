import type { IDataObject } from 'n8n-workflow';
import {
	runHint,
	wrongSetting,
	closing,
	fieldAdvice,
} from '../../nodes/CrmMessaging/catalogue/runs';
import { messageHint, messageWarning } from '../../nodes/CrmMessaging/catalogue/messages';
import type { Sentence } from '../../nodes/CrmMessaging/catalogue/sentence';
import { hintOf } from '../../nodes/CrmMessaging/engine/hints';
import {
	guests,
	hintsOf,
	jsonDeliveries,
	placeholderValues,
	pushForm,
	recipients,
	smsToGuests,
} from './message-forms';
import { errorsIn, linksOf, NodeRunner } from './node-runner';

const mapped = (value: IDataObject): IDataObject => ({ mappingMode: 'defineBelow', value });
const contact = (more: IDataObject): IDataObject => ({
	resource: 'contact',
	operation: 'upsert',
	origin: 'pms',
	contactsFrom: 'mapEachField',
	contact: mapped({ user_id: 'g-1' }),
	...more,
});
const sms = (more: IDataObject): IDataObject => ({ ...smsToGuests, ...more });
const customFields = (value: string): IDataObject => ({
	customFields: { field: [{ name: 'room', value, type: 'auto' }] },
});
const inEveryMode: Array<Record<string, string>> = [
	{ onError: 'stopWorkflow' },
	{ onError: 'continueErrorOutput' },
	{ onError: 'continueRegularOutput', preview: 'requests' },
];

describe('a text that no one can have meant', () => {
	const node = new NodeRunner();
	const texts = (): string[] => node.service.state.smsDeliveries.map(({ text }) => text);
	const items = guests(3).map((guest, at) => ({ ...guest, Vorname: ['Ana', 'Ben', 'Zoë'][at] }));

	/** Expects that nothing leaves, whatever the node does on errors, and in a preview. */
	const expectStopped = async (form: IDataObject, { code, text, advice }: Sentence) => {
		for (const { onError, ...preview } of inEveryMode) {
			const options = { ...(form.options as IDataObject), ...preview };
			const run = await node.run({ ...form, options }, { items, onError: onError as never });
			const errors = errorsIn([...run.output, ...run.errorOutput]);
			if (onError === 'stopWorkflow') {
				expect(run.error).toMatchObject({
					name: 'NodeOperationError',
					code,
					message: `${text} [items 0–2]`,
					description: `${advice} ${closing.nothingSent}`,
				});
			} else {
				const of = (item: number) => ({ code, message: `${text} [item ${item}]` });
				expect(errors).toMatchObject([0, 1, 2].map(of));
			}
			expect(errors).toHaveLength(run.output.length + run.errorOutput.length);
			expect(node.bodies).toEqual([]);
		}
	};

	describe('in Fixed mode', () => {
		const fixed = (where: string, braces: string, orPlaceholder = '') =>
			wrongSetting.bracesInFixedText(where, `“${braces}”`, orPlaceholder);

		it.each<[form: IDataObject, where: string]>([
			[sms({ sender: '{{x}}' }), 'Sender'],
			[sms({ phoneNumber: '+34 {{x}}' }), 'To'],
			[pushForm({ subject: 'Room {{x}}' }), 'Subject'],
			[pushForm({ notification: { alert: '{{x}}' } }), 'Notification, Alert'],
			[pushForm({ notification: { extra: '{ "a": "{{$x}}" }' } }), 'Notification, Extra'],
			[sms(placeholderValues({ a: '{{x}}' })), 'Placeholder Values 1, Text'],
			[
				sms(recipients({ phoneNumber: '+34600100001' }, { phoneNumber: '{{x}}' })),
				'Recipient List 2, To',
			],
			[sms(jsonDeliveries('[{ "phone_number": {{$x}} }]')), 'Recipients (JSON)'],
			[contact(customFields('a {{$x}}')), 'Custom Contact Fields 1, Value'],
			[contact({ contact: mapped({ name_first: '{{x}}' }) }), 'Contact, name_first'],
			[
				contact({ options: { body: '{ "a": ["{{$x}}"] }' } }),
				'Additional Fields (JSON), Body',
			],
		])('stops, and names the field: %j', async (form, where) => {
			const braces = JSON.stringify(form).includes('$x') ? '{{$x}}' : '{{x}}';
			await expectStopped(form, fixed(where, braces));
		});

		it.each(['{{ $json.x }}', '{{ x }}', '{{ $json.x'])(
			'stops in a message, where a placeholder may be meant: %s',
			async (braces) => {
				await expectStopped(
					sms({ messageHolder: `Dear ${braces}` }),
					fixed('Message', braces, ', or write %{name} for a field of the input item'),
				);
			},
		);

		it('fails an empty row with the others, and loses none', async () => {
			const form = contact({ contactsFrom: 'mapAutomatically', origin: '{{x}}' });
			const rows = [{ Email: 'ana@example.com' }, { Email: '' }];
			const run = await node.run(form, { items: rows, onError: 'continueErrorOutput' });
			expect(linksOf(run.errorOutput)).toEqual([[0], [1]]);
		});

		it('says how braces that are meant are sent', async () => {
			const stopped = await node.run(sms({ messageHolder: 'Dear {{name}}' }), { items });
			const [, spelling] = / write (\{\{ '.*?' \}\}) for them/.exec(
				stopped.error!.description!,
			)!;
			await node.run(sms({ messageHolder: `=Dear ${spelling}` }), { items });
			expect(texts()).toEqual(Array(3).fill('Dear {{name}}'));
		});

		it('is a hint where an app or the account may fill it in', async () => {
			const form = contact({ ...customFields('{{ room }}'), contactsFrom: 'mapEachField' });
			const run = await node.run(form);
			expect(node.bodies).toMatchObject([{ contacts: [{ room: '{{ room }}' }] }]);
			expect(hintsOf(run)).toContain(
				hintOf(runHint.bracesForApp('“{{ room }}” in Custom Contact Fields 1, Value'))
					.message,
			);
		});

		it('is none where the braces come from data, which is a hint', async () => {
			const given = items.map((item, at) => ({
				...item,
				text: at ? 'Dear {{ $json.x }}' : 'Hi',
			}));
			const form = sms({ messageHolder: '={{ $json.text }}' });
			const run = await node.run(form, { items: given });
			expect(texts()).toEqual(given.map(({ text }) => text));
			expect(hintsOf(run)).toEqual([
				hintOf(messageHint.bracesFromData('2 messages (items 1–2) have')).message,
			]);
			const placeholder = await node.run(sms({ messageHolder: 'A %{text}' }), {
				items: given,
			});
			expect(hintsOf(placeholder)[0]).toMatch(
				/^2 messages .* have \{\{ … \}\} from your data/,
			);
			const push = pushForm({ subject: '={{ $json.text }}' });
			const pushed = await node.run(push, { items: given });
			expect(hintsOf(pushed)).toContainEqual(
				expect.stringMatching(/^2 messages .* have \{\{/),
			);
		});
	});

	describe('with a field that no item has', () => {
		it.each<[message: string, path: string, meant: string]>([
			['=Dear {{ $json.Vornamen }}', '$json.Vornamen', '$json.Vorname'],
			['={{ $json["Vor name"] }}', '$json["Vor name"]', '$json.Vorname'],
			['=Dear {{ $json.vornme.trim() }}!', '$json.vornme', '$json.Vorname'],
			['={{ "Dear " + $json.vorname }}', '$json.vorname', '$json.Vorname'],
			['=A {{ $json.stay.rom }}', '$json.stay.rom', '$json.stay.room'],
			['=A {{ $json.room }}', '$json.room', '$json.stay.room'],
			['=A {{ $json.body.phone }}', '$json.body.phone', '$json.phone'],
			['=A {{ $json.stays[0].room }}', '$json.stays[0].room', '$json.stay[0].room'],
			["=A {{ $('Input').item.json.Vornme }}", "$('Input').item.json.Vornme", ''],
			["=A {{ $('Input').first().json.Vornme }}", "$('Input').first().json.Vornme", ''],
			['=A {{ $input.item.json.Vornme }}', '$input.item.json.Vornme', ''],
		])(
			'stops, with the nearest name and the way out: %s',
			async (messageHolder, path, meant) => {
				const given = items.map((item) => ({ ...item, stay: { room: 7 } }));
				const near = meant || path.replace('Vornme', 'Vorname');
				const whose = path.startsWith('$(') ? ' of “Input”' : '';
				const run = await node.run(sms({ messageHolder }), { items: given });
				const { text, advice } = wrongSetting.missingField(
					'Message',
					path,
					whose,
					fieldAdvice.meant(near),
				);
				expect(run.error).toMatchObject({
					message: `${text} [items 0–2]`,
					description: `${advice} ${closing.nothingSent}`,
				});
				expect(node.bodies).toEqual([]);
			},
		);

		it.each<[form: IDataObject, where: string]>([
			[pushForm({ subject: '=Hi {{ $json.Vornamen }}' }), 'Subject'],
			[
				pushForm({ notification: { alert: '=Hi {{ $json.Vornamen }}' } }),
				'Notification, Alert',
			],
			[sms({ sender: '=H {{ $json.Vornamen }}' }), 'Sender'],
			[
				sms({
					messageHolder: 'Dear %{a}',
					...placeholderValues({ a: '={{ $json.Vornamen }}' }),
				}),
				'Placeholder Values 1, Text',
			],
		])(
			'stops in all that a recipient reads, and where it is required: %j',
			async (form, where) => {
				await expectStopped(
					form,
					wrongSetting.missingField(
						where,
						'$json.Vornamen',
						'',
						fieldAdvice.meant('$json.Vorname'),
					),
				);
			},
		);

		it('names what there is where nothing is near', async () => {
			await expectStopped(
				sms({ messageHolder: '=Dear {{ $json.title }}' }),
				wrongSetting.missingField(
					'Message',
					'$json.title',
					'',
					fieldAdvice.fields('phone, Vorname'),
				),
			);
		});

		it.each([
			"=Dear {{ $json.title ?? '' }} {{ $json.Vorname }}",
			'=A {{ $json.title || "B" }}',
			'=A {{ $json.title ? "B" : "C" }}',
			'=A {{ $json.stay?.room }}',
			'=A {{ $ifEmpty($json.title, "B") }}',
		])('is sent where the author decided: %s', async (messageHolder) => {
			const run = await node.run(sms({ messageHolder }), { items });
			expect(run.error?.message).toBeUndefined();
			expect(texts()).toHaveLength(3);
			expect(run.hints).toEqual([]);
		});

		it('is a hint in other texts, and nothing where the field stands alone', async () => {
			const run = await node.run(contact(customFields('=Room {{ $json.rom }}')));
			expect(node.bodies).toMatchObject([{ contacts: [{ room: 'Room ' }] }]);
			expect(hintsOf(run)).toContain(
				hintOf(
					wrongSetting.missingField(
						'Custom Contact Fields 1, Value',
						'$json.rom',
						'',
						fieldAdvice.fields(''),
					),
				).message,
			);
			expect((await node.run(contact(customFields('={{ $json.rom }}')))).hints).toEqual([]);
		});

		it('stops a retry as well, which says what was accepted before', async () => {
			node.service.faults.add({ after: 1, action: { respond: { status: 400 } } });
			const options = { parallelRequests: 1, batchSize: 1, maxTries: 1 };
			const failed = await node.run(sms({ options }), { items });
			const messageHolder = '=Dear {{ $json.Vornamen }}';
			const nodes = failed.workflow.nodes.map((one) =>
				one.name === 'Node under test'
					? { ...one, parameters: { ...one.parameters, messageHolder } }
					: one,
			);
			const again = await node.engine.runWorkflow(
				{ ...failed.workflow, nodes },
				{ retryOf: failed, credential: node.credential, observe: 'Node under test' },
			);
			expect(again.error?.message).toMatch(/^Message reads \{\{ \$json.Vornamen \}\}/);
			expect(again.error?.description).toContain('In an earlier try, 1 was accepted.');
			expect(texts()).toHaveLength(1);
		});
	});

	describe('for some items only', () => {
		const some = items.map(({ Vorname, ...item }, at) => [item, { ...item, Vorname }][at % 2]!);

		it.each([
			['=Dear {{ $json.Vorname }}', '$json.Vorname'],
			["=Dear {{ $('Input').item.json.Vorname }}", "$('Input').item.json.Vorname"],
		])('is a hint, with a count and the first items: %s', async (messageHolder, path) => {
			for (const empty of [undefined, null, '', ' ']) {
				const given = some.map((item) => ({ Vorname: empty, ...item }));
				const run = await node.run(sms({ messageHolder }), { items: given });
				expect(run.status).toBe('success');
				expect(hintsOf(run)).toEqual([
					hintOf(
						messageHint.emptyField(`Message: {{ ${path} }}`, '2 messages (items 0, 2)'),
					).message,
				]);
				const options = { preview: 'messages' };
				const preview = await node.run(sms({ messageHolder, options }), { items: given });
				expect(preview.output.map(({ json }) => json.warnings)).toEqual([
					[messageWarning.emptyField(`{{ ${path} }}`)],
					[],
					[messageWarning.emptyField(`{{ ${path} }}`)],
				]);
			}
		});

		it('is a hint of what is sent: items that failed are none of it', async () => {
			const given = some.map((item, at) => (at === 0 ? { ...item, phone: 'no' } : item));
			const form = sms({ messageHolder: '=Dear {{ $json.Vorname }}' });
			const run = await node.run(form, { items: given, onError: 'continueErrorOutput' });
			expect(linksOf(run.errorOutput)).toEqual([[0]]);
			expect(hintsOf(run)).toEqual([
				hintOf(messageHint.emptyField('Message: {{ $json.Vorname }}', '1 message (item 2)'))
					.message,
			]);
		});

		it.each<[form: IDataObject]>([
			[sms({})],
			[sms(placeholderValues({ Vorname: '={{ $json.Vorname }}' }))],
			[sms(jsonDeliveries('={{ [{ phone_number: $json.phone }] }}'))],
		])('is a hint at a placeholder, wherever its value comes from: %j', async (form) => {
			const given = some.map((item) => ({ Vorname: '', ...item }));
			const run = await node.run(
				{ ...form, messageHolder: 'Dear %{Vorname}' },
				{ items: given },
			);
			expect(hintsOf(run)).toContain(
				hintOf(messageHint.blankPlaceholder('Vorname', '2 messages (items 0, 2)')).message,
			);
		});

		it('is found in items that the engine reads ahead', async () => {
			const many = guests(450).map((guest, at) => ({ ...guest, name: at % 10 ? 'Ana' : '' }));
			const messageHolder = '={{ $json.name.toUpperCase() + "!" }} {{ $json.phone }}';
			const run = await node.run(sms({ messageHolder }), { items: many });
			expect(texts()).toHaveLength(450);
			expect(hintsOf(run)[0]).toMatch(
				/^Message: \{\{ \$json\.name \}\} is empty in 45 messages /,
			);
		});
	});
});
