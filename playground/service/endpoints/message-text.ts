import type { Readings } from '../readings';

/** A message text after substitution. */
export interface FilledText {
	text: string;
	/** Names of containers for which no replacement was given, each once. */
	missing: string[];
}

/**
 * Replaces the `%{name}` containers of a message (document: Common conventions). Names are exact and
 * case-sensitive. A container without a replacement stays as it is.
 * @param message text with containers
 * @param replacements maps each variable name to its text
 * @param readings how the document is read
 */
export function fillMessage(
	message: string,
	replacements: Record<string, string>,
	{ percent, valuesOfContainers }: Readings,
): FilledText {
	const missing = new Set<string>();
	const fill = (template: string, depth: number): string =>
		template.replace(/(%?)%\{([^{}]+)\}/g, (container, escape: string, name: string) => {
			if (escape && percent === 'escapes') return `%{${name}}`;
			if (!Object.hasOwn(replacements, name)) {
				missing.add(name);
				return container;
			}
			const value = replacements[name]!;
			const isFilled = valuesOfContainers === 'filledAgain' && depth === 0;
			return escape + (isFilled ? fill(value, 1) : value);
		});
	const text = fill(message, 0);
	return { text, missing: [...missing] };
}
