/**
 * A text as n8n's editor shows it in a hint or under an error.
 *
 * Beyond the public types: the editor takes both for HTML, and would show a link or a picture that
 * stands in a guest's name or in the service's words. So a `<` that would begin a tag becomes `‹`,
 * which reads the same wherever the text is shown as it is. Where a version shows it as text, that
 * is the only difference.
 */
export function withoutTags(text: string): string {
	return text.replace(/<(?=[a-z!/?])/gi, '‹');
}
