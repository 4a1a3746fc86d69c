import type { FieldType } from '../field';
import { shown } from '../inputError';
import { text, toText } from './text';

/** One address, as nearly all are; the service decides which others it takes. */
const usual = /^[^\s@,;<>]+@[^\s@,;<>.]+(\.[^\s@,;<>.]+)+$/;

/** An e-mail address without the blanks around it; what looks like none is sent with a hint. */
export const emailAddress: FieldType = {
	...text,
	format: 'e-mail address',
	convert(value, context) {
		const given = toText(value);
		const address = given.trim();
		if (usual.test(address)) return address;
		context.hint?.(
			`The e-mail address ${shown(given)} does not look like one, and is sent as it is. Write it such as name@example.com.`,
			'unusual e-mail address',
		);
		return given;
	},
};
