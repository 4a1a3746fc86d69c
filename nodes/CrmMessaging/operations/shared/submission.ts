import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { propertyOf } from '../../form/property';
import { endpoints } from '../../interface/endpoints';
import { emailValidation } from '../../interface/sync';
import type { Batch, RequestContext } from '../../run/operation';
import type { ItemParameters } from '../../run/parameters';
import { requestTo, type ServiceRequest } from '../../transport/request';
import { callbackOptionProperties, readWebhook } from './callback';
import { contactOptions } from './contactOptions';
import { checkFailOnRejected, failOnRejectedContact } from './output';

/** Where a submission lists its contacts. */
export const contactList = { key: 'contacts', entry: 'Contact' };

/** Options of a submission (docs/service.md, Submit contacts and a purchase). */
export const submissionOptionProperties: INodeProperties[] = [
	...emailValidation.map((field) => propertyOf(field)),
	...callbackOptionProperties,
	...contactOptions,
	failOnRejectedContact,
];

/** Reads the `options` of a submission; empty when none is given. */
export function readSubmissionOptions(item: ItemParameters): IDataObject {
	checkFailOnRejected(item);
	const parts = {
		email_validation: item.fieldsIn(item.collection('options'), emailValidation),
		webhook: readWebhook(item),
	};
	return Object.fromEntries(
		Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0),
	);
}

/** The request that submits contacts, and perhaps a purchase. */
export function submissionOf(
	{ envelope: { options, ...envelope }, entries }: Batch,
	context: RequestContext,
): ServiceRequest {
	const body: IDataObject = { ...envelope };
	const given = withCallback((options ?? {}) as IDataObject, context);
	if (Object.keys(given).length > 0) body.options = given;
	if (entries.length > 0) body.contacts = entries.map(({ data }) => data);
	return requestTo(endpoints.syncData, { body });
}

function withCallback(
	options: IDataObject,
	{ callbackUrl, signedCallback }: RequestContext,
): IDataObject {
	const webhook = options.webhook as { url?: string } | undefined;
	const url = callbackUrl ?? (webhook?.url && signedCallback(webhook.url));
	return url ? { ...options, webhook: { ...webhook, url } } : options;
}
