import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { firstName, phone } from './people';
import { account, pick } from './workload';
import type { Workload } from './workload';

/** Expressions as people write them: upper case, the format of a date, a condition. */
const expressions = {
	name: '{{ $json.first_name.toUpperCase() }}',
	check_in: "{{ DateTime.fromISO($json.check_in).toFormat('dd/MM/yyyy') }}",
	greeting: "{{ $json.language === 'es' ? 'Bienvenido' : 'Welcome' }}",
};

/** What they give. */
const valuesOf = ({ first_name, check_in, language }: IDataObject): typeof expressions => ({
	name: (first_name as string).toUpperCase(),
	check_in: DateTime.fromISO(check_in as string).toFormat('dd/MM/yyyy'),
	greeting: language === 'es' ? 'Bienvenido' : 'Welcome',
});

const { path, secret, item } = {
	path: `/v2/account/${account.accountId}/sms/deliveries`,
	secret: account.masterSecret,
	item: (index: number): IDataObject => ({
		phone: phone(index),
		first_name: firstName(index),
		check_in: `2026-${String(1 + (index % 12)).padStart(2, '0')}-${String(1 + (index % 28)).padStart(2, '0')}`,
		language: pick(['es', 'en', 'de'], index),
		reservation: `R-${index}`,
	}),
};

const usual = { resource: 'sms', operation: 'send', sender: 'Aurora', schedule: 'now' };

const bodyWith = (message: string, deliveries: object[]): object => ({
	sender: 'Aurora',
	message_holder: message,
	start_now: true,
	deliveries,
});

const deliveryOf = (number: unknown, replacements: object): object => ({
	phone_number: number,
	multiple: false,
	replacements,
});

const message = '%{greeting} %{name}, we expect you on %{check_in}. See you soon at the Aurora.';

/** An expression in each of three values. */
export const smsExpressions: Workload = {
	name: 'sms-expressions',
	title: 'SMS, three values by expressions of their own item',
	path,
	secret,
	item,

	parameters: {
		...usual,
		messageHolder: message,
		phoneNumber: '={{ $json.phone }}',
		replacements: {
			replacement: Object.entries(expressions).map(([name, value]) => ({
				name,
				value: `=${value}`,
			})),
		},
	},

	body: (items) =>
		bodyWith(
			message,
			items.map((one) => deliveryOf(one.phone, valuesOf(one))),
		),

	itemBody: `=${JSON.stringify(bodyWith(message, [deliveryOf('{{ $json.phone }}', expressions)]))}`,
};

const textOf = ({ name, check_in }: typeof expressions): string =>
	`Dear ${name}, we expect you on ${check_in}. See you soon at the Aurora.`;

/** Two expressions inside the text of the message: all messages differ, and travel together. */
export const smsTexts: Workload = {
	name: 'sms-texts',
	title: 'SMS, two expressions inside the text',
	path,
	secret,
	item,

	parameters: {
		...usual,
		messageHolder: `=${textOf(expressions)}`,
		phoneNumber: '={{ $json.phone }}',
	},

	body: (items) =>
		bodyWith(
			'%{message}',
			items.map((one) => deliveryOf(one.phone, { message: textOf(valuesOf(one)) })),
		),

	itemBody: `=${JSON.stringify(bodyWith(textOf(expressions), [deliveryOf('{{ $json.phone }}', {})]))}`,
};
