import type { Sentence } from '../../nodes/CrmMessaging/catalogue/sentence';
import { hintOf } from '../../nodes/CrmMessaging/engine/hints';
import { InputError } from '../../nodes/CrmMessaging/fields/inputError';

/** A hint as the editor shows it. */
export function hintText(sentence: Sentence): string {
	return hintOf(sentence).message;
}

/** A sentence about a field, after the labels that lead to it. */
export function inField(where: string, sentence: Sentence): Sentence {
	return new InputError(sentence, [where]).sentence;
}
