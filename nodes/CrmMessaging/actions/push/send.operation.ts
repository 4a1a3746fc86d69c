import type { IDataObject } from 'n8n-workflow';
import { wrongMessage } from '../../catalogue/messages';
import { runHint } from '../../catalogue/runs';
import { wrongValue } from '../../catalogue/values';
import type { ItemParameters } from '../../engine/read/parameters';
import { type Control, collectionOf, propertiesOf, propertyOf } from '../../fields/control';
import { type Field, keyed, knownKeys, type Option, readOption } from '../../fields/field';
import { InputError } from '../../fields/inputError';
import { boolean, choice } from '../../fields/types/choice';
import { idLike } from '../../fields/types/text';
import { isBlank } from '../../fields/values';
import { pushResult } from '../../service/documentedAnswers';
import { endpoints } from '../../service/endpoints';
import { appId, pushDetails, pushTargets, subject } from '../../service/fields/message';
import { testOption } from '../messages/guards';
import { messageOperation } from '../messages/messageOperation';

const recipientType: Option<string> = {
	name: 'recipientType',
	label: 'Recipient Type',
	type: choice(
		Object.fromEntries(
			pushTargets.map(({ name, label, description = '' }) => [name, [label, description]]),
		),
	),
	perItem: true,
	isParameter: true,
	unset: 'device_id',
	description: 'Kind of ID you have',
};

const recipientId: Control = {
	displayName: 'Recipient ID',
	name: 'recipientId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. a1b2c3',
	description: 'ID of the device, user or contact',
	judged: 'identifier',
};

function readRecipient(item: ItemParameters, given: Record<string, unknown>): IDataObject {
	const known = keyed(pushTargets);
	const read = item.objectFields(knownKeys(given, known, 'replacements'), known);
	if (Object.keys(read).length === 1) return read;
	const keys = pushTargets.map(({ name }) => name).join(', ');
	throw new InputError(wrongValue.notExactlyOne({ keys }));
}

const notificationGroup = 'notification';

/** An empty alert has a meaning, so it needs an explicit choice. */
const sendSilently: Field = {
	name: 'send_silently',
	label: 'Send Silently',
	type: boolean,
	initial: true,
	description: 'Whether to send an empty alert, which no one sees (iOS only)',
};

function readDetails(item: ItemParameters): IDataObject {
	const values = item.collection(`options.${notificationGroup}`);
	const fields = item.fieldsIn(values, pushDetails);
	if (item.fieldsIn(values, [sendSilently]).send_silently === true) {
		if (fields.alert)
			item.hint(runHint.noEffect({ option: 'Alert', setting: 'Send Silently' }));
		return { ...fields, alert: '' };
	}
	if (fields.alert === undefined || !isBlank(fields.alert)) return fields;
	throw new InputError(wrongMessage.emptyAlert(), ['Alert']);
}

/** Sends push notifications to devices of an app (docs/contributing/service.md, Send push notifications). */
export const pushSend = messageOperation(
	{
		resource: { name: 'push', label: 'Push Notification', defaultOperation: 'send' },
		choice: {
			name: 'send',
			label: 'Send',
			action: 'Send push notifications',
			description: 'Send push notifications to devices or contacts, now or at a set time',
		},
		endpoint: endpoints.pushDeliveries,
		output: {
			example: {
				device_id: 'd-1',
				text: 'Welcome, Ana',
				valid: true,
				delivery_id: '5f1b2c3d',
			},
		},
	},
	{
		sender: appId,
		title: subject,
		options: [
			collectionOf(
				'Notification',
				notificationGroup,
				'Add Field',
				propertiesOf([...pushDetails, sendSilently]),
			),
		],
		readDetails,
		recipient: [propertyOf(recipientType), recipientId],
		recipientKeys: pushTargets.map(({ name }) => name),
		readForm: (item, given) => {
			const type = readOption(recipientType, given, item);
			const field = pushTargets.find(({ name }) => name === type) as Field;
			const values = { [type]: given[recipientId.name] };
			return item.objectFields(values, [{ ...field, required: true }]);
		},
		readJson: readRecipient,
		test: testOption(idLike('a1b2c3'), 'ID of this type'),
		result: pushResult,
		hasListsOfResults: true,
	},
);
