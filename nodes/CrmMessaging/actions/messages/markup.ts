/** Line breaks and letters as web pages and tools write them. A phone shows them as they are. */
const marks: readonly RegExp[] = [
	/<\/?(?:a|b|br|div|em|font|h[1-6]|i|img|li|ol|p|span|strong|table|td|tr|u|ul)\b[^<>]*>/i,
	/&(?:#\d{2,7}|#x[\da-f]{2,6}|amp|lt|gt|quot|apos|nbsp|euro|copy|reg|hellip|[nm]dash|szlig|[lr][sd]quo|[lr]aquo|iexcl|iquest|[a-z](?:acute|grave|circ|uml|tilde|cedil|ring));/i,
	/\\(?:[nrt]|u[\da-f]{4})/i,
];
const encodedBreak = /%0[ad]/i;
const mayBeMarked = /[<&\\%]/;

/** Finds the first mark in a text that its recipient would see as it is. */
export function markupIn(text: string): string | undefined {
	if (!mayBeMarked.test(text)) return undefined;
	for (const mark of marks) {
		const [found] = mark.exec(text) ?? [];
		if (found !== undefined) return found;
	}
	if (!encodedBreak.test(text)) return undefined;
	// A link may hold a line break for the message that it opens.
	const words = text.split(/\s+/).filter((word) => !/:\/\/|^www\.|^mailto:|^sms:/i.test(word));
	for (const word of words) {
		const [found] = encodedBreak.exec(word) ?? [];
		if (found !== undefined) return found;
	}
	return undefined;
}
