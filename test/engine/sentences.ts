import { closing } from '../../nodes/CrmMessaging/catalogue/runs';
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

/** A refusal, with the status and the service's words. */
export function refusalOf(sentence: Sentence, status: number, words = ''): Sentence {
	return {
		...sentence,
		text: `${sentence.text} (HTTP ${status})${words && `: ${words}`}`,
	};
}

/** The advice that lists the recipients who may have been reached. */
export function lookFor(...recipients: string[]): string {
	return `${closing.unknown({ recipients: recipients.join(', ') })} ${closing.notResent}`;
}
