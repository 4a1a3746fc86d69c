import type { Request, RequestHandler } from 'express';
import type { Readings } from '../readings';

type Fields = Record<string, unknown>;

/**
 * Takes fields that are null out of the contacts and the purchase of a submission, before
 * openapi.yaml, which knows no null, has its say; under the reading `refused` they stay in.
 */
export function setNullsAside(readings: Readings): RequestHandler {
	return (req, _res, next) => {
		if (readings.nullValue !== 'refused') {
			for (const fields of objectsIn(req)) {
				const cleared = Object.keys(fields).filter((key) => fields[key] === null);
				for (const key of cleared) delete fields[key];
				if (cleared.length > 0 && readings.nullValue === 'clears')
					setCleared(fields, cleared);
			}
		}
		next();
	};
}

const clearedIn = new WeakMap<Fields, string[]>();

function setCleared(fields: Fields, cleared: string[]): void {
	clearedIn.set(fields, cleared);
}

/** The fields of a contact or a purchase that a request clears. */
export function clearedFields(fields: Fields): string[] {
	return clearedIn.get(fields) ?? [];
}

/** The contacts and the purchase of a submission; nothing of any other request. */
function objectsIn({ body }: Request): Fields[] {
	const { contacts, purchase } = (body ?? {}) as { contacts?: unknown; purchase?: unknown };
	const list = Array.isArray(contacts) ? (contacts as unknown[]) : [];
	const objects: unknown[] = [...list, purchase];
	return objects.filter(
		(one): one is Fields => typeof one === 'object' && one !== null && !Array.isArray(one),
	);
}
