import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { account, day, firstName, phone, pick } from './workload';
import type { Workload } from './workload';

/** A personalised SMS: a text, the expressions of its number and placeholders, and the values they have. */
function smsWith(
	title: string,
	text: string,
	number: string,
	expressions: Record<string, string>,
	valuesOf: (item: IDataObject) => IDataObject,
): Workload {
	const bodyOf = (deliveries: IDataObject[]) => ({
		sender: 'Aurora',
		message_holder: text,
		start_now: true,
		deliveries,
	});
	// The node always sends `multiple`.
	const delivery = (phoneNumber: IDataObject[string], values: IDataObject): IDataObject => ({
		phone_number: phoneNumber,
		multiple: false,
		replacements: values,
	});
	return {
		title,
		path: `/v2/account/${account.accountId}/sms/deliveries`,
		secret: account.masterSecret,

		item: (index) => ({
			phone: phone(index),
			first_name: firstName(index),
			room: String(100 + (index % 900)),
			language: pick(['es', 'en', 'de'], index),
			check_in: day(2026, index),
		}),

		parameters: {
			resource: 'sms',
			operation: 'send',
			sender: 'Aurora',
			messageHolder: text,
			phoneNumber: `=${number}`,
			schedule: 'now',
			options: {
				replacements: {
					replacement: Object.entries(expressions).map(([name, value]) => ({
						name,
						value: `=${value}`,
					})),
				},
			},
		},

		body: (items) => bodyOf(items.map((item) => delivery(item.phone, valuesOf(item)))),

		itemBody: `=${JSON.stringify(bodyOf([delivery(number, expressions)]))}`,
	};
}

const smsReading = (title: string, json: string): Workload =>
	smsWith(
		title,
		'Dear %{first_name}, your room %{room} is ready. See you soon at the Aurora.',
		`{{ ${json}.phone }}`,
		{ first_name: `{{ ${json}.first_name }}`, room: `{{ ${json}.room }}` },
		({ first_name, room }) => ({ first_name, room }),
	);

/** Expressions that are only a path, as dragging a field into the form makes them. */
export const sms = smsReading('SMS', '$json');

/** Expressions that n8n's expression engine evaluates item by item. */
export const smsItemByItem = smsReading(
	'SMS with expressions that n8n evaluates item by item',
	'$input.item.json',
);

/** Expressions as people write them: upper case, the format of a date, a condition. */
export const smsExpressions = smsWith(
	'SMS with three expressions',
	'%{greeting} %{name}, see you on %{check_in}.',
	'{{ $json.phone }}',
	{
		name: '{{ $json.first_name.toUpperCase() }}',
		check_in: "{{ DateTime.fromISO($json.check_in).toFormat('dd/MM/yyyy') }}",
		greeting: "{{ $json.language === 'es' ? 'Bienvenido' : 'Welcome' }}",
	},
	(item) => ({
		name: (item.first_name as string).toUpperCase(),
		check_in: DateTime.fromISO(item.check_in as string).toFormat('dd/MM/yyyy'),
		greeting: item.language === 'es' ? 'Bienvenido' : 'Welcome',
	}),
);
