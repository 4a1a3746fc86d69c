/**
 * Operations that exist only in tests, and the mock service's part of them. docs/contributing/adding-an-operation.md
 * adds them, and all tests of the node's operations run for these too.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { id, pathId, text } from '../../../nodes/CrmMessaging/fields/types/text';
import { boolean } from '../../../nodes/CrmMessaging/fields/types/choice';
import type { Field } from '../../../nodes/CrmMessaging/fields/field';
import { collectionOf, propertiesOf, propertyOf } from '../../../nodes/CrmMessaging/fields/control';
import type { Endpoint } from '../../../nodes/CrmMessaging/service/endpoints';
import type { Operation } from '../../../nodes/CrmMessaging/engine/operation';
import { perRequestOption } from '../../../nodes/CrmMessaging/engine/options';
import { recipientNamed } from '../../../nodes/CrmMessaging/engine/recipient';
import { isObject } from '../../../nodes/CrmMessaging/fields/values';
import { listIn } from '../../../nodes/CrmMessaging/service/answer';
import type { FurtherEndpoints } from '../../../playground/service/mock-service';
import { parse } from 'yaml';

const oneEntry = {
	method: 'DELETE',
	path: '/v2/account/:account_id/guest_book/:entry_id',
	secret: 'account',
	repeatable: true,
	answerKeys: [],
} as const satisfies Endpoint;

const allEntries = {
	method: 'POST',
	path: '/v2/account/:account_id/guest_book',
	secret: 'account',
	repeatable: false,
	answerKeys: ['entries'],
} as const satisfies Endpoint;

/** The fields of the guest book. */
const madeUpFields = {
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

/** Several are batched in one request, and none may be sent twice. */
const guestBookSign: Operation = {
	resource: { name: 'guestBook', label: 'Guest Book', defaultOperation: 'sign' },
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
	recipientOf: ({ guest_id }) => recipientNamed({ guest_id }),
	request: ({ envelope, rows }) => ({
		endpoint: allEntries,
		body: { ...envelope, entries: rows.map(({ body }) => body) },
	}),
	settle(answer, call) {
		const signed = listIn(answer, 'entries').filter(isObject);
		const isPaired = signed.length === call.rows.length;
		signed.forEach((json, at) => (isPaired ? call.rows[at]!.give(json) : call.share(json)));
	},
};

/** Is repeatable, and returns nothing. */
const guestBookDelete: Operation = {
	resource: guestBookSign.resource,
	operation: 'delete',
	name: 'Delete Entry',
	action: 'Delete an entry of the guest book',
	description: 'Take an entry out of the guest book',
	endpoint: oneEntry,
	properties: [
		propertyOf(entryId),
		collectionOf('Additional Fields', 'details', 'Add Field', [propertyOf(reason)]),
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
	request: ({ rows: [entry] }) => ({
		endpoint: oneEntry,
		segments: { entry_id: entry?.body._id as string },
		query: entry?.body.query as IDataObject,
	}),
	settle: (_, { rows: [entry] }) => entry?.give({ _id: entry.body._id, deleted: true }),
};

export const madeUpOperations: readonly Operation[] = [guestBookDelete, guestBookSign];

/** The service's part; it only distinguishes the signers. */
export const madeUpEndpoints: FurtherEndpoints = {
	paths: parse(
		readFileSync(join(__dirname, 'made-up.yaml'), 'utf8'),
	) as FurtherEndpoints['paths'],
	handlers: {
		signGuestBook: (req, res) => {
			const { entries } = req.body as { entries: Array<{ guest_id: string }> };
			res.json({
				entries: entries.map(({ guest_id: guest }) => ({ _id: randomUUID(), guest })),
			});
		},
	},
};
