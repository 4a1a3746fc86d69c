import { account } from './workload';
import type { Workload } from './workload';

const texts = {
	app_id: 'guest-app',
	subject: 'Aurora',
	message_holder: 'Your room is ready',
	start_now: true,
};

/** One text to many devices, each named by a plain path. */
export const push: Workload = {
	title: 'Push notifications',
	path: `/v2/account/${account.accountId}/push/deliveries`,
	secret: account.masterSecret,

	item: (index) => ({
		device: `device-${index.toString(16).padStart(32, '0')}`,
		guest: `guest-${index}`,
	}),

	parameters: {
		resource: 'push',
		operation: 'send',
		appId: texts.app_id,
		subject: texts.subject,
		messageHolder: texts.message_holder,
		recipientType: 'device_id',
		recipientId: '={{ $json.device }}',
		schedule: 'now',
	},

	body: (items) => ({
		...texts,
		deliveries: items.map(({ device }) => ({ device_id: device, replacements: {} })),
	}),

	itemBody: `=${JSON.stringify({ ...texts, deliveries: [{ device_id: '{{ $json.device }}', replacements: {} }] })}`,
};
