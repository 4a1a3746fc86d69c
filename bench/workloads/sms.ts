import type { IDataObject } from 'n8n-workflow';
import { firstName, phone } from './people';
import { account } from './workload';
import type { Workload } from './workload';

const message = 'Dear %{first_name}, your room %{room} is ready. See you soon at the Aurora.';

const reads = ['phone', 'first_name', 'room'] as const;

/** The node and the HTTP Request node, each with the same three expressions on `$json`. */
function smsWith(
	how: string,
	after: string,
): Pick<Workload, 'path' | 'secret' | 'item' | 'parameters' | 'itemBody' | 'body'> {
	const [number, name, room] = reads.map((key) => `{{ $json.${key}${how} }}`);
	return {
		path: `/v2/account/${account.accountId}/sms/deliveries`,
		secret: account.masterSecret,

		item: (index) => ({
			phone: `${phone(index)}${after}`,
			first_name: `${firstName(index)}${after}`,
			room: `${100 + (index % 900)}${after}`,
			reservation: `R-${index}`,
			check_in: '2026-05-01',
		}),

		parameters: {
			resource: 'sms',
			operation: 'send',
			sender: 'Aurora',
			messageHolder: message,
			phoneNumber: `=${number}`,
			replacements: {
				replacement: [
					{ name: 'first_name', value: `=${name}` },
					{ name: 'room', value: `=${room}` },
				],
			},
			schedule: 'now',
		},

		itemBody: `={"sender":"Aurora","message_holder":${JSON.stringify(message)},"start_now":true,"deliveries":[{"phone_number":"${number}","multiple":false,"replacements":{"first_name":"${name}","room":"${room}"}}]}`,

		body: (items) => ({
			sender: 'Aurora',
			message_holder: message,
			start_now: true,
			deliveries: items.map(delivery),
		}),
	};
}

function delivery({ phone: to, first_name: name, room }: IDataObject): IDataObject {
	const [phone_number, first_name, number] = [to, name, room].map((text) =>
		(text as string).trim(),
	);
	// n8n fills the form's switch in, so the node sends it, too.
	return { phone_number, multiple: false, replacements: { first_name, room: number } };
}

/** Expressions that are nothing but a path, as dragging a field into the form makes them. */
export const sms: Workload = {
	name: 'sms',
	title: 'SMS, number and two replacements by plain paths',
	sizes: [10_000, 100_000],
	...smsWith('', ''),
};

/** Expressions that only n8n's expression engine can evaluate. */
export const smsEngine: Workload = {
	name: 'sms-engine',
	title: 'SMS, number and two replacements by expressions that need the engine',
	sizes: [1000],
	...smsWith('.trim()', ' '),
};
