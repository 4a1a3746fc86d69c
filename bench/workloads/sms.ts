import type { IDataObject } from 'n8n-workflow';
import { firstName, phone } from './people';
import { account } from './workload';
import type { Workload } from './workload';

const message = 'Dear %{first_name}, your room %{room} is ready. See you soon at the Aurora.';

const reads = ['phone', 'first_name', 'room'] as const;

/** The node and the HTTP Request node, each with the same three expressions. */
function smsReading(
	from: string,
): Pick<Workload, 'path' | 'secret' | 'item' | 'parameters' | 'itemBody' | 'body'> {
	const [number, name, room] = reads.map((key) => `{{ ${from}.${key} }}`);
	return {
		path: `/v2/account/${account.accountId}/sms/deliveries`,
		secret: account.masterSecret,

		item: (index) => ({
			phone: phone(index),
			first_name: firstName(index),
			room: String(100 + (index % 900)),
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
	// n8n fills the form's switch in, so the node sends it, too.
	return { phone_number: to, multiple: false, replacements: { first_name: name, room } };
}

/** Expressions that are nothing but a path, as dragging a field into the form makes them. */
export const sms: Workload = {
	name: 'sms',
	title: 'SMS, number and two replacements by plain paths',
	...smsReading('$json'),
};

/** Expressions that n8n's expression engine has to evaluate item by item. */
export const smsItemByItem: Workload = {
	name: 'sms-item-by-item',
	title: 'SMS, number and two replacements by expressions that n8n evaluates item by item',
	...smsReading('$input.item.json'),
};
