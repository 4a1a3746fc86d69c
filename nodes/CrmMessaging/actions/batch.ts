import type { IDataObject } from 'n8n-workflow';
import { unreadable } from '../catalogue/requests';
import type { Operation } from '../engine/operation';
import { isObject } from '../fields/values';
import { AnswerError, listIn } from '../service/answer';

/**
 * Reads an answer with one result for each entry of its request, in the same order. If they aren't
 * as many, the outcomes are unknown, and the results come out once, for the whole request.
 *
 * @param key the list's key in the answer
 */
export function resultsInOrder(key: string): Operation['settle'] {
	return (answer, call) => {
		const results = listIn(answer, key);
		if (results.length === 0) throw new AnswerError(unreadable.noResults, answer);
		const isEach = results.length === call.rows.length && results.every(isObject);
		results.forEach((result, at) => {
			const json = isObject(result) ? result : ({ result } as IDataObject);
			if (isEach) call.rows[at]?.give(json);
			else call.share(json, { unclear: true });
		});
	};
}
