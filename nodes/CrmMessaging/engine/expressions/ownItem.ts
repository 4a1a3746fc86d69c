import { collectParameters } from './functionParameters';
import { Judge } from './judge';
import type { ReadPaths } from './readPaths';
import { isSign, tokensOf } from './tokens';

/**
 * What code reads, where it speaks of nothing but its own item and of what is the same for all, so
 * that it may be evaluated for many items in one call.
 *
 * @returns undefined where that is not certain; n8n evaluates such code
 */
export function readsOfItem(code: string): ReadPaths | undefined {
	if (n8nOverlooksMethods(code)) return undefined;
	const tokens = tokensOf(code);
	if (!tokens || tokens.length === 0 || isSign(tokens[0], '{')) return undefined;
	const parameters = new Set<string>();
	collectParameters(tokens, parameters);
	const paths: string[][] = [];
	return new Judge(tokens, parameters, paths).isSound() ? paths : undefined;
}

/**
 * n8n knows its own methods by looking at code without its first text in quotes. Where that hides a
 * method, the method does not exist for n8n; among other code it would.
 */
function n8nOverlooksMethods(code: string): boolean {
	const [, , hidden = ''] = /("|')(.*?)("|')/.exec(code) ?? [];
	return /\$if|\.\s*\w+\s*(?:\?\.\s*)?\(/.test(hidden);
}
