import { runHint } from '../../catalogue/runs';
import { wrongMessage } from '../../catalogue/messages';
import type { IDataObject } from 'n8n-workflow';
import type { ItemParameters } from '../../engine/parameters';
import { collectionOf, propertiesOf, propertyOf, withField } from '../../fields/control';
import { recipientNamed } from '../../engine/recipient';
import { endpoints } from '../../service/endpoints';
import {
	type Field,
	type Option,
	convertField,
	keyed,
	knownKeys,
	readOption,
} from '../../fields/field';
import { appId, pushDetails, pushTargets, subject } from '../../service/fields/message';
import { boolean, choice } from '../../fields/types/choice';
import { id } from '../../fields/types/text';
import { InputError } from '../../fields/inputError';
import { isBlank } from '../../fields/values';
import type { MessageShape } from '../messages/deliveries';
import { nestedResults } from '../messages/deliveryResults';
import { messageOperation } from '../messages/messageOperation';

const targetKeys = pushTargets.map(({ name }) => name);
const targetsByKey = keyed(pushTargets);
/** A delivery in the form must have the chosen target. */
const chosenTargets = new Map<unknown, Field>(
	pushTargets.map((target) => [target.name, { ...target, required: true }]),
);
const details = 'notification';

const recipientType: Option<string> = {
	name: 'recipientType',
	label: 'Recipient Type',
	type: choice(pushTargets.map(({ name, label }) => ({ value: name, label }))),
	isParameter: true,
	unset: targetKeys[0] as string,
	description: 'Kind of ID you have',
};

const shape: MessageShape = {
	recipient: [
		propertyOf(recipientType, {
			options: pushTargets.map((target) =>
				withField(
					{ name: target.label, value: target.name, description: target.description },
					target,
				),
			),
		}),
		{
			displayName: 'Recipient ID',
			name: 'recipientId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. a1b2c3',
			description: 'ID of the device, user or contact',
		},
	],
	example: { device_id: 'a1b2c3', replacements: { first_name: 'Ana' } },

	readForm(item, given) {
		const target = chosenTargets.get(readOption(recipientType, given, item)) as Field;
		return { [target.name]: convertField(target, given.recipientId, item) as string };
	},

	readJson(item, given) {
		const target = item.objectFields(
			knownKeys(given, targetsByKey, 'replacements'),
			targetsByKey,
		);
		if (Object.keys(target).length !== 1) {
			throw new InputError(wrongMessage.notOneTarget(targetKeys.join(', ')));
		}
		return target;
	},

	recipientIn: targetIn,
	recipientOf: ({ device_id, user_id, contact_id }) =>
		recipientNamed({ device_id, user_id, contact_id }),
	shownBeside: ({ subject: title }) => title as string,

	test: {
		type: id,
		placeholder: 'e.g. a1b2c3',
		what: 'ID of this type',
		sentTo(delivery, tester) {
			return { ...delivery, [targetKeyIn(delivery)]: tester as string };
		},
	},
};

/** An empty alert has a meaning, so it needs an explicit choice. */
const sendSilently: Field = {
	name: 'send_silently',
	label: 'Send Silently',
	type: boolean,
	initial: true,
	description: 'Whether to send an empty alert, which no one sees (iOS only)',
};

function readDetails(item: ItemParameters): IDataObject {
	const values = item.collection(`options.${details}`);
	const fields = item.fieldsIn(values, pushDetails);
	if (item.fieldsIn(values, [sendSilently]).send_silently === true) {
		if (fields.alert) item.hint(runHint.noEffect('Alert', 'Send Silently is on'));
		return { ...fields, alert: '' };
	}
	if (fields.alert === undefined || !isBlank(fields.alert)) return fields;
	throw new InputError(wrongMessage.emptyAlert(), ['Alert']);
}

/** Sends push notifications to devices of an app (docs/contributing/service.md, Send push notifications). */
export const pushSend = messageOperation(
	{
		resource: { name: 'push', label: 'Push Notification', defaultOperation: 'send' },
		action: 'Send push notifications',
		description: 'Send push notifications to devices or contacts, now or at a set time',
		endpoint: endpoints.pushDeliveries,
		output: { device_id: 'd-1', text: 'Welcome, Ana', valid: true, delivery_id: '5f1b2c3d' },
	},
	{
		sender: appId,
		title: subject,
		options: [
			collectionOf(
				'Notification',
				details,
				'Add Field',
				propertiesOf([...pushDetails, sendSilently]),
			),
		],
		readDetails,
		shape,
		results: nestedResults,
	},
);

function targetIn(delivery: IDataObject): IDataObject {
	const key = targetKeyIn(delivery);
	return { [key]: delivery[key] };
}

function targetKeyIn(delivery: IDataObject): string {
	return targetKeys.find((key) => delivery[key] !== undefined) as string;
}
