import type { FieldType } from '../field';
import { InputError, shown } from '../inputError';
import { text, toText } from './text';

/** An address that a server can call. */
export const webAddress: FieldType = {
	...text,
	format: 'http or https address',
	convert(value) {
		const trimmed = toText(value).trim();
		if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) {
			throw new InputError(
				`${shown(value)} is not a web address; write it such as https://n8n.example.com/webhook/…`,
			);
		}
		return trimmed;
	},
};
