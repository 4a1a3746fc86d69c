/** A message text after substitution. */
export interface FilledText {
	text: string;
	/** Names of containers for which no replacement was given, each once. */
	missing: string[];
}

/**
 * Replaces the `%{name}` containers of a message (document: Common conventions). Names are exact and
 * case-sensitive, inserted values are not expanded again, and `%%{name}` stands for a literal
 * `%{name}`. A container without a replacement stays as it is.
 * @param message text with containers
 * @param replacements maps each variable name to its text
 */
export function fillMessage(message: string, replacements: Record<string, string>): FilledText {
	const missing = new Set<string>();
	const text = message.replace(
		/(%?)%\{([^{}]+)\}/g,
		(container, escape: string, name: string) => {
			if (escape) return `%{${name}}`;
			if (Object.hasOwn(replacements, name)) return replacements[name]!;
			missing.add(name);
			return container;
		},
	);
	return { text, missing: [...missing] };
}
