import type { IDataObject } from 'n8n-workflow';
import { choiceOf, collectionOf, propertiesOf, propertyOf, withField } from '../form/property';
import type { Batch, Entry, Operation } from '../run/operation';
import { recipientNamed } from '../run/recipient';
import { isObject, listIn } from '../transport/answer';
import { convertFields } from '../fields/convert';
import { endpoints } from '../interface/endpoints';
import type { Field } from '../fields/field';
import { appId, messageHolder, pushDetails, pushTargets, subject } from '../interface/message';
import { knownKeys } from '../fields/keys';
import { id } from '../fields/types/id';
import { InputError, shown } from '../fields/inputError';
import {
	deliveryLimit,
	filledIn,
	keyed,
	readDeliveries,
	recipientProperties,
	recipientsProperties,
	requestOfDeliveries,
	type MessageShape,
} from './shared/deliveries';
import {
	deliveryOutcome,
	failOnRejected,
	failsOnRejected,
	requireResults,
	unpairedOutcome,
	type Paired,
} from './shared/deliveryResults';
import { beltOptions, messageOutput, screenMessages } from './shared/safetyBelt';
import { readSchedule, scheduleProperties } from './shared/schedule';
import { resources } from './resources';

const targetKeys = pushTargets.map(({ name }) => name);
const targetsByKey = keyed(pushTargets);
/** Of a delivery of the form, the one target that was chosen must be given. */
const chosenTargets = new Map<unknown, Field>(
	pushTargets.map((target) => [target.name, { ...target, required: true }]),
);
const details = 'additionalFields';

const shape: MessageShape = {
	recipient: [
		choiceOf(
			{
				displayName: 'Target',
				name: 'targetType',
				default: targetKeys[0],
				noDataExpression: false,
				description: 'What the target is given by',
			},
			pushTargets.map((target) =>
				withField(
					{ name: target.label, value: target.name, description: target.description },
					target,
				),
			),
		),
		{
			displayName: 'ID',
			name: 'targetId',
			type: 'string',
			default: '',
			required: true,
			description: 'ID of the device, user or contact',
		},
	],
	example: { device_id: 'a1b2c3', replacements: { first_name: 'Ana' } },

	readForm(item, { targetType, targetId }) {
		const target = chosenTargets.get(targetType);
		if (!target) {
			throw new InputError(`${shown(targetType)} is not one of ${targetKeys.join(', ')}`, [
				'Target',
			]);
		}
		return convertFields([target], () => targetId, item);
	},

	readJson(item, given) {
		const target = item.objectFields(
			knownKeys(given, targetsByKey, 'replacements'),
			targetsByKey,
		);
		if (Object.keys(target).length !== 1) {
			throw new InputError(`must have exactly one of ${targetKeys.join(', ')}`);
		}
		return target;
	},

	recipientIn: targetIn,
	nameOf: (delivery) => `${targetKeyIn(delivery)} ${delivery[targetKeyIn(delivery)] as string}`,
	shownBeside: ({ subject: title }) => title as string,

	test: {
		type: id,
		placeholder: 'e.g. a1b2c3',
		what: 'ID (of a device, user or contact, as in Target)',
		sentTo(delivery, tester) {
			return { ...delivery, [targetKeyIn(delivery)]: tester as string };
		},
	},
};

/** Sends push notifications to devices of an app (docs/service.md, Send push notifications). */
export const pushSend: Operation = {
	resource: resources.push,
	operation: 'send',
	name: 'Send',
	action: 'Send push notifications',
	description: 'Send push notifications to devices or contacts, now or at a set time',
	endpoint: endpoints.pushDeliveries,
	properties: [
		propertyOf(appId),
		...recipientProperties(shape),
		propertyOf(subject),
		propertyOf(messageHolder),
		...recipientsProperties(shape),
		...scheduleProperties,
		collectionOf(
			{ displayName: 'Additional Fields', name: details, placeholder: 'Add Field' },
			propertiesOf(pushDetails),
		),
	],
	options: [failOnRejected, ...beltOptions(shape)],
	failsOnRejected,
	limit: deliveryLimit,

	envelope: (item) => ({
		...item.fields([appId, subject]),
		...readSchedule(item),
		...item.fieldsIn(item.collection(details), pushDetails),
	}),

	entries: (item, _, template) => readDeliveries(item, shape, template),

	message: {
		field: messageHolder,
		textOf: filledIn,
		previewOf: (entry) => ({
			...messageOutput(entry, shape),
			warnings: entry.warnings ?? [],
		}),
	},

	screen: screenMessages(shape),

	recipientOf: ({ device_id, user_id, contact_id }) =>
		recipientNamed({ device_id, user_id, contact_id }),

	request: requestOfDeliveries(endpoints.pushDeliveries),

	results(answer, batch) {
		const outer = listIn(answer, 'deliveries');
		const results = outer.flat<unknown[]>();
		requireResults(results);
		const pairs = pairByTarget(outer, batch) ?? pairByDevice(results, batch);
		if (!pairs) return unpairedOutcome(results, batch);
		const outcome = deliveryOutcome(pairs, targetOf);
		const answered = new Set(pairs.entries);
		const silent = batch.entries.filter((entry) => !answered.has(entry));
		if (silent.length === 0) return outcome;
		return {
			results: [
				...outcome.results,
				...silent.map((entry) => ({
					...{ json: { ...targetOf(entry), text: entry.text, ...entry.marks } },
					...{ items: [entry.item], place: entry.place },
				})),
			],
			hints: [
				`The service gave no result for ${silent.length} of ${batch.entries.length} targets; their output has no delivery_id.`,
			],
		};
	},
};

function targetOf({ data }: Entry): IDataObject {
	return targetIn(data);
}

function targetIn(delivery: IDataObject): IDataObject {
	const key = targetKeyIn(delivery);
	return { [key]: delivery[key] };
}

/** The one key of a delivery that names its target. */
function targetKeyIn(delivery: IDataObject): string {
	return targetKeys.find((key) => delivery[key] !== undefined) as string;
}

/** The outer array has one entry a target, the inner one a result for each of its devices. */
function pairByTarget(outer: readonly unknown[], { entries }: Batch): Paired | undefined {
	if (outer.length !== entries.length) return undefined;
	const targets: Entry[] = [];
	const results: IDataObject[] = [];
	for (const [index, inner] of outer.entries()) {
		if (!Array.isArray(inner) || !inner.every(isObject)) return undefined;
		for (const result of inner) {
			targets.push(entries[index] as Entry);
			results.push(result);
		}
	}
	return { entries: targets, results };
}

/** Every result names a device that was a target. */
function pairByDevice(results: readonly unknown[], { entries }: Batch): Paired | undefined {
	const waiting = new Map<unknown, Entry[]>();
	for (const entry of entries) {
		const { device_id: device } = entry.data;
		if (device === undefined) return undefined;
		const same = waiting.get(device);
		if (same) same.push(entry);
		else waiting.set(device, [entry]);
	}
	const devices: Entry[] = [];
	for (const result of results) {
		const entry = isObject(result) ? waiting.get(result.device_id)?.shift() : undefined;
		if (!entry) return undefined;
		devices.push(entry);
	}
	return { entries: devices, results: results as IDataObject[] };
}
