/** A shorter one is no secret, and blotting it out would garble messages. */
const shortestSecret = 6;

/** A text with `***` in place of every secret in it. */
export function blotSecrets(text: string, secrets: readonly string[]): string {
	return (
		secrets
			.filter((secret) => secret.length >= shortestSecret)
			// The longer one first: the other may be a part of it.
			.sort((one, other) => other.length - one.length)
			.reduce((rest, secret) => rest.split(secret).join('***'), text)
	);
}
