/**
 * Operations that do not exist, and what the service does with them. A further one is its
 * declaration, its endpoint's row and its place in the lists of this file.
 */
import type { Request, Response } from 'express';
import type { IDataObject } from 'n8n-workflow';
import { id, pathId, text } from '../../../nodes/CrmMessaging/fields/types/text';
import { boolean } from '../../../nodes/CrmMessaging/fields/types/choice';
import type { Field } from '../../../nodes/CrmMessaging/fields/field';
import {
	collectionOf,
	propertiesOf,
	propertyOf,
} from '../../../nodes/CrmMessaging/editor/property';
import type { Endpoint } from '../../../nodes/CrmMessaging/service/endpoints';
import type { Operation, Resource } from '../../../nodes/CrmMessaging/engine/operation';
import { perRequestOption } from '../../../nodes/CrmMessaging/engine/options';
import { onePerItem } from '../../../nodes/CrmMessaging/engine/output';
import { listIn, objectIn } from '../../../nodes/CrmMessaging/service/answer';
import { requestTo } from '../../../nodes/CrmMessaging/service/request';
import type { FurtherEndpoint } from '../../../playground/service/stand-in';
import type { EndpointFacts } from './facts';

const guestBook: Resource = { name: 'guestBook', label: 'Guest Book', defaultOperation: 'sign' };

const oneEntry = {
	method: 'DELETE',
	path: '/v2/account/:account_id/guest_book/:entry_id',
	secret: 'account',
	success: 'nothing',
	repeatable: true,
} as const satisfies Endpoint;

const allEntries = {
	method: 'POST',
	path: '/v2/account/:account_id/guest_book',
	secret: 'account',
	success: 'json',
	repeatable: false,
} as const satisfies Endpoint;

/** The fields of the guest book. */
export const madeUpFields = {
	entryId: {
		name: 'entry_id',
		label: 'Entry',
		type: pathId,
		required: true,
		description: 'The _id of the entry',
	},
	reason: { name: 'reason', label: 'Reason', type: text, description: 'Why it is deleted' },
	notify: {
		name: 'notify',
		label: 'Notify the Guest',
		type: boolean,
		initial: true,
		description: 'Whether the guest is told',
	},
	guestId: {
		name: 'guest_id',
		label: 'Guest',
		type: id,
		required: true,
		description: 'Who signs the guest book',
	},
	page: {
		name: 'page',
		label: 'Page',
		type: text,
		required: true,
		description: 'Where the entries stand',
	},
} satisfies Record<string, Field>;
const { entryId, reason, notify, guestId, page } = madeUpFields;

/** Can be sent again, and has nothing to say. */
const guestBookDelete: Operation = {
	resource: guestBook,
	operation: 'delete',
	name: 'Delete Entry',
	action: 'Delete an entry of the guest book',
	description: 'Take an entry out of the guest book',
	endpoint: oneEntry,
	properties: [
		propertyOf(entryId),
		collectionOf(
			{ displayName: 'Additional Fields', name: 'details', placeholder: 'Add Field' },
			[propertyOf(reason)],
		),
	],
	options: [propertyOf(notify)],
	output: { _id: 'entry-1', deleted: true },
	limit: { maxPerRequest: 1, entries: 'entries' },
	entriesReader: () => (item) => [
		{
			_id: item.field(entryId) as string,
			query: {
				...item.fieldsIn(item.collection('details'), [reason]),
				...item.fieldsIn(item.collection('options'), [notify]),
			},
		},
	],
	request: ({ entries: [entry] }) =>
		requestTo(oneEntry, {
			segments: { entry_id: entry?.data._id as string },
			query: entry?.data.query as IDataObject,
		}),
	results: (_, batch) => onePerItem({ _id: batch.entries[0]!.data._id, deleted: true }, batch),
};

/** Several travel in one request, and none may be sent twice. */
const guestBookSign: Operation = {
	resource: guestBook,
	operation: 'sign',
	name: 'Sign',
	action: 'Sign the guest book',
	description: 'Put an entry into the guest book',
	endpoint: allEntries,
	properties: propertiesOf([page, guestId]),
	output: { _id: 'entry-1', guest: 'guest-1' },
	limit: { maxPerRequest: 100, entries: 'entries', option: perRequestOption('Entries', 100) },
	envelope: (item) => item.fields([page]),
	entriesReader: () => (item) => [item.fields([guestId])],
	request: ({ envelope, entries }) =>
		requestTo(allEntries, {
			body: { ...envelope, entries: entries.map(({ data }) => data) },
		}),
	results(answer, { entries, items }) {
		const signed = listIn(answer, 'entries').map((entry) => objectIn(entry));
		const isPaired = signed.length === entries.length;
		return {
			results: signed.map((json, at) => ({
				json,
				items: isPaired ? [entries[at]!.item] : items,
			})),
		};
	},
};

export const madeUpOperations: readonly Operation[] = [guestBookDelete, guestBookSign];

/** What the service does with them: it keeps what it took among its records. */
export const madeUpEndpoints: FurtherEndpoint[] = [
	{
		...oneEntry,
		handle: (req: Request, res: Response, records) => {
			const guest = req.params.entry_id as string;
			if (!records.some((known) => known.guest === guest)) records.push({ guest });
			res.status(204).end();
		},
	},
	{
		...allEntries,
		handle: (req: Request, res: Response, records) => {
			const { entries } = req.body as { entries: Array<{ guest_id: string }> };
			const signed = entries.map(({ guest_id: guest }, at) => ({
				guest,
				_id: `entry-${records.length + at}`,
			}));
			records.push(...signed);
			res.json({ entries: signed });
		},
	},
];

const noEntries = 'it holds no list “entries”';

/** What the tests cannot derive of their endpoints. */
export const madeUpFacts: Array<[Endpoint, EndpointFacts]> = [
	[
		oneEntry,
		{ taken: ({ state }) => state.records.map(({ guest }) => guest as string), answer: {} },
	],
	[
		allEntries,
		{
			taken: ({ state }) => state.records.map(({ guest }) => guest as string),
			names: ({ state }) => state.records.map(({ _id }) => _id as string),
			misses: { inObject: noEntries, inList: noEntries },
			answer: { entries: [{ _id: 'entry-1' }] },
		},
	],
];
