import type { IDataObject } from 'n8n-workflow';
import { automatic, contactForm, contactsInJson, mapped, purchaseForm } from './import-forms';
import { hintsOf, placeholderValues, pushForm, smsForm } from './message-forms';
import { NodeRunner } from './node-runner';

/**
 * What a person sees, and does: a form and its items, words of the error or hint, and the form and items
 * after the advice was followed. `sent` is in the request then.
 */
interface Advice {
	form: IDataObject;
	items?: IDataObject[];
	says: string;
	followed: IDataObject;
	after?: IDataObject[];
	sent?: unknown;
}

const user_id = 'g-1';
const ana = { name: 'Ana', first_name: 'Ana' };
const text = (messageHolder: string, more: IDataObject = {}) => smsForm({ messageHolder, ...more });
const contact = contactForm(automatic);
const inJson = (contactsJson: string) => contactForm({ contactsFrom: 'json', contactsJson });
const stay = (more: IDataObject) => purchaseForm({ ...automatic, ...more });

const texts: Record<string, Advice> = {
	'an expression in Fixed mode': {
		form: text('Dear {{ $json.name }}'),
		items: [ana],
		says: 'Switch the field to Expression.',
		followed: text('=Dear {{ $json.name }}'),
		sent: 'Dear Ana',
	},
	'braces for an app': {
		form: text('Dear {{name}}'),
		says: "write {{ '{' + '{name}' + '}' }} for them in an expression.",
		followed: text("=Dear {{ '{' + '{name}' + '}' }}"),
		sent: 'Dear {{name}}',
	},
	'a misspelt field': {
		form: text('=Dear {{ $json.firstname }}'),
		items: [ana],
		says: 'Did you mean {{ $json.first_name }}?',
		followed: text('=Dear {{ $json.first_name }}'),
		sent: 'Dear Ana',
	},
	'a field that may be missing': {
		form: text('=Dear{{ $json.title }}'),
		items: [ana],
		says: 'If it may be missing, add ?? "" to it.',
		followed: text('=Dear{{ $json.title ?? "" }}'),
		sent: 'Dear',
	},
	'code without a result': {
		form: text('=Dear {{ $json.name.trim() }}!'),
		items: [ana, {}],
		says: 'or add ?? "" to it.',
		followed: text('=Dear {{ $json.name.trim() ?? "" }}!'),
		sent: 'Dear !',
	},
	'an object': {
		form: text('=Dear {{ $json.guest }}'),
		items: [{ guest: ana }],
		says: 'Choose a field of it, such as {{ $json.guest.name }}.',
		followed: text('=Dear {{ $json.guest.name }}'),
		sent: 'Dear Ana',
	},
	'a function': {
		form: text('=Dear {{ $json.name.trim }}'),
		items: [ana],
		says: 'Add () to call it.',
		followed: text('=Dear {{ $json.name.trim() }}'),
		sent: 'Dear Ana',
	},
	'a missing value in code': {
		form: text('={{ "Hola " + $json.name }}'),
		items: [ana, {}],
		says: 'such as {{ $json.name ?? "guest" }}.',
		followed: text('={{ "Hola " + ($json.name ?? "guest") }}'),
		sent: 'Hola guest',
	},
	'false in a text': {
		form: text('=It is {{ $json.paid }}'),
		items: [{ paid: false }],
		says: 'such as {{ $json.paid ? "paid" : "open" }}.',
		followed: text('=It is {{ $json.paid ? "paid" : "open" }}'),
		sent: 'It is open',
	},
	'a day in another format': {
		form: text('=On {{ DateTime.fromISO($json.date).toFormat("d LLL") }}'),
		items: [{ date: '24/12/2026' }],
		says: 'for example with {{ DateTime.fromFormat($json.date, "dd/MM/yyyy") }}.',
		followed: text('=On {{ DateTime.fromFormat($json.date, "dd/MM/yyyy").toFormat("d LLL") }}'),
		sent: 'On 24 Dec',
	},
	'another tool’s tag': {
		form: text('Dear *|FNAME|*'),
		items: [ana],
		says: 'in an expression such as {{ $json.first_name }}.',
		followed: text('=Dear {{ $json.first_name }}'),
		sent: 'Dear Ana',
	},
	'a placeholder in a subject': {
		form: pushForm({ subject: 'Dear %{name}' }),
		items: [ana],
		says: 'Write {{ $json.name }} in an expression instead.',
		followed: pushForm({ subject: '=Dear {{ $json.name }}' }),
		sent: 'Dear Ana',
	},
	'a broken placeholder': {
		form: text('Dear % {first_name}'),
		items: [ana],
		says: 'Write it like %{first_name}',
		followed: text('Dear %{first_name}'),
		sent: 'Dear %{first_name}',
	},
	'a second equals sign': {
		form: text('=={{ $json.name }}'),
		items: [ana],
		says: 'Remove the = before {{.',
		followed: text('={{ $json.name }}'),
		sent: 'Ana',
	},
	'a list in a text': {
		form: text('Dear %{names}'),
		items: [{ names: ['Ana', 'Leo'] }],
		says: 'such as {{ $json.names.join(", ") }}.',
		followed: text(
			'Dear %{names}',
			placeholderValues({ names: '={{ $json.names.join(", ") }}' }),
		),
		sent: 'Ana, Leo',
	},
	'a cut emoji': {
		form: text('=Hi {{ $json.text }}'),
		items: [{ text: '\ud83d' }],
		says: 'for example with {{ [...$json.text].slice(0, 20).join("") }}.',
		followed: text('=Hi {{ [...$json.text].slice(0, 20).join("") }}'),
		after: [{ text: `${'a'.repeat(19)}🏨🏨` }],
		sent: `Hi ${'a'.repeat(19)}🏨`,
	},
	'control characters': {
		form: text('=Hi {{ $json.text }}'),
		items: [{ text: 'An\u0007a' }],
		says: 'for example with {{ [...$json.text].filter((sign) => sign >= " ").join("") }}.',
		followed: text('=Hi {{ [...$json.text].filter((sign) => sign >= " ").join("") }}'),
		sent: 'Hi Ana',
	},
	'signs of a spreadsheet': {
		form: text('=Hi {{ $json.text }}'),
		items: [{ text: 'Ana_x000D_' }],
		says: 'for example with {{ $json.text.replaceAll("_x000D_", "") }}.',
		followed: text('=Hi {{ $json.text.replaceAll("_x000D_", "") }}'),
		sent: 'Hi Ana',
	},
	'a long text': {
		form: text('a'.repeat(200), { multiple: false }),
		says: 'turn “Allow Multipart” on.',
		followed: text('a'.repeat(200), { multiple: true }),
		sent: 'a'.repeat(200),
	},
	'an alert that is empty': {
		form: pushForm({ notification: { alert: ' ' } }),
		says: 'or add Send Silently.',
		followed: pushForm({ notification: { sendSilently: true } }),
		sent: '',
	},
	'a time that has passed': {
		form: text('Hi', { schedule: 'at', startAt: '2020-01-01T09:00' }),
		says: 'or set Schedule to Now.',
		followed: text('Hi', { schedule: 'now' }),
		sent: 'Hi',
	},
};

const hints: Record<string, Advice> = {
	'a gap': {
		form: text('=Dear {{ $json.name }}'),
		items: [ana, { name: '' }],
		says: 'such as {{ $json.name || "guest" }}.',
		followed: text('=Dear {{ $json.name || "guest" }}'),
		sent: 'Dear guest',
	},
	'a blank placeholder': {
		form: text('Dear %{name}', placeholderValues({ name: '={{ $json.name }}' })),
		items: [ana, { name: '' }],
		says: 'such as {{ $json.name || "guest" }}.',
		followed: text('Dear %{name}', placeholderValues({ name: '={{ $json.name || "guest" }}' })),
		sent: 'guest',
	},
	'a repeated text': {
		form: text('Hi'),
		items: [{}, {}],
		says: 'set the option “Skip Duplicates”.',
		followed: text('Hi', { skipDuplicates: true }),
		after: [{}],
		sent: 'Hi',
	},
	'a column that is left out': {
		form: contact,
		items: [{ user_id, room: '204' }],
		says: 'set Unrecognized Fields to Send as Custom Fields.',
		followed: contactForm({ ...automatic, otherKeys: 'custom' }),
		sent: '204',
	},
	'a phone without its country': {
		form: contact,
		items: [{ phone: '600123456' }],
		says: 'Set the option Default Country Code',
		followed: contactForm({ ...automatic, defaultCountryCode: '+34' }),
		sent: '+34600123456',
	},
};

const values: Record<string, Advice> = {
	'a phone without its country': {
		form: smsForm({ phoneNumber: '600123456' }),
		says: 'Set the option Default Country Code',
		followed: smsForm({ phoneNumber: '600123456', defaultCountryCode: '+34' }),
		sent: '+34600123456',
	},
	'a phone without its plus sign': {
		form: smsForm({ phoneNumber: '447400123456' }),
		says: 'Write + and the country code first, such as +447400123456.',
		followed: smsForm({ phoneNumber: '+447400123456' }),
		sent: '+447400123456',
	},
	'a sender with an emoji': {
		form: smsForm({ sender: 'Hotel® 🏨' }),
		says: 'Remove it.',
		followed: smsForm({ sender: 'Hotel®' }),
		sent: 'Hotel®',
	},
	'a date with slashes': {
		form: contact,
		items: [{ user_id, birthday: '13/04/1985' }],
		says: 'set the option Date Format to dd/MM/yyyy.',
		followed: contactForm({ ...automatic, dateFormat: 'dd/MM/yyyy' }),
		sent: '1985-04-13T12:00:00Z',
	},
	'a price with one separator': {
		form: stay({ price: '={{ "1.234" }}' }),
		items: [{ user_id }],
		says: 'Write it like 228.40.',
		followed: stay({ price: '={{ "1234.00" }}' }),
		sent: 1234,
	},
	'a status of its own': {
		form: stay({ status: '={{ "Inquired" }}' }),
		items: [{ user_id }],
		says: 'Or choose in the option Unrecognized Status how to handle it.',
		followed: stay({ status: '={{ "Inquired" }}', unrecognizedStatus: 'leaveOut' }),
		sent: user_id,
	},
	'an opt-out under another name': {
		form: contact,
		items: [{ user_id, unsubscribed: 'yes' }],
		says: 'Choose Map Each Field and map {{ $json.unsubscribed }} to an Opt-Out field',
		followed: contactForm(
			mapped({ user_id: '={{ $json.user_id }}', email_opt_out: '={{ $json.unsubscribed }}' }),
		),
		sent: 'email',
	},
	'an agreement': {
		form: contact,
		items: [
			{ user_id, newsletter: 'yes' },
			{ user_id: 'g-2', newsletter: 'maybe' },
		],
		says: 'map {{ $json.newsletter !== "yes" }} to an Opt-Out field',
		followed: contactForm(
			mapped({
				user_id: '={{ $json.user_id }}',
				email_opt_out: '={{ $json.newsletter !== "yes" }}',
			}),
		),
		sent: 'email',
	},
	'a column of opt-outs that is not needed': {
		form: contact,
		items: [{ user_id, unsubscribed: 'yes' }],
		says: 'or list unsubscribed under Columns to Leave Out.',
		followed: contactForm({ ...automatic, columnsToLeaveOut: 'unsubscribed' }),
		sent: user_id,
	},
	'a whole webhook call': {
		form: contact,
		items: [{ headers: {}, params: {}, query: {}, body: { user_id } }],
		says: 'Set Specify Contacts to JSON and Contacts (JSON) to {{ $json.body }}',
		followed: inJson('={{ $json.body }}'),
		sent: user_id,
	},
	'an unknown column that stops': {
		form: contactForm({ ...automatic, otherKeys: 'error' }),
		items: [{ user_id, room: '204' }],
		says: 'or set Unrecognized Fields to Leave Out.',
		followed: contactForm({ ...automatic, otherKeys: 'leaveOut' }),
		sent: user_id,
	},
	'an object that can’t be a custom field': {
		form: contactForm({ ...automatic, otherKeys: 'custom' }),
		items: [{ user_id, guest: { id: 1 } }],
		says: 'or set Unrecognized Fields to Leave Out.',
		followed: contactForm({ ...automatic, otherKeys: 'leaveOut' }),
		sent: user_id,
	},
	'broken JSON': {
		form: contactForm(contactsInJson('{ "user_id": "g-1", }')),
		says: 'Check its quotes, commas and brackets.',
		followed: contactForm(contactsInJson('{ "user_id": "g-1" }')),
		sent: user_id,
	},
};

const all = { 'an error': { ...texts, ...values }, 'a hint': hints };

describe.each(Object.entries(all))(
	'the advice of %s works when it is followed',
	(kind, advices) => {
		const node = new NodeRunner();
		const isError = kind === 'an error';

		/** What people read of a run: its error, or its hints. */
		async function shown(form: IDataObject, items: IDataObject[]): Promise<string> {
			const run = await node.run(form, { items });
			expect(run.status).toBe(isError ? 'error' : 'success');
			const { message, description } = run.error ?? { message: '', description: '' };
			return [message, description, ...hintsOf(run)].join(' ');
		}

		it.each(Object.entries(advices))('%s', async (_, advice) => {
			const { form, items = [{}], says, followed, after = items, sent } = advice;
			expect(await shown(form, items)).toContain(says);
			expect(node.bodies).toHaveLength(isError ? 0 : 1);
			node.service.reset();
			const run = await node.run(followed, { items: after });
			expect([run.error?.message, run.status]).toEqual([undefined, 'success']);
			expect(hintsOf(run).join(' ')).not.toContain(says);
			const texts = node.service.state.smsDeliveries.map((delivery) => delivery.text);
			expect(JSON.stringify([texts, node.bodies])).toContain(JSON.stringify(sent));
		});
	},
);
