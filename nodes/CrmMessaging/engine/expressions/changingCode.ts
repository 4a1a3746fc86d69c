import { expressionParts } from '../../n8n/expressions';
import { changingMethods } from './names';
import { readsOfItem } from './ownItem';
import { isExpression } from './plainPath';

/** An assignment, and no comparison or arrow function. */
const assignment = /(?<![=!<>])=(?![=>])|[+*/%&|^-]=|<<=|>>=|\+\+|--|\bdelete\b/;

/**
 * Whether an expression among raw parameters may change its item, as `$json.tags.sort()` does in the
 * legacy engine of n8n; another expression then gives something else before and after it.
 */
export function mayChangeItems(raw: unknown): boolean {
	if (typeof raw === 'object' && raw !== null) return Object.values(raw).some(mayChangeItems);
	if (!isExpression(raw)) return false;
	const parts = expressionParts(raw) ?? [{ code: raw.slice(1) }];
	return parts.some((part) => 'code' in part && isChanging(part.code));
}

function isChanging(code: string): boolean {
	if (readsOfItem(code)) return false;
	const words = code.match(/\w+/g) ?? [];
	return assignment.test(code) || words.some((word) => changingMethods.has(word));
}
