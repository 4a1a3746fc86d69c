import { textOf } from '../../fields/values';

export type BulkJobState = 'processed' | 'failed' | 'unfinished' | 'unknown';

/** Parts of words for failure. The words of `ending` also end a job that is partly done. */
const failing = /fail|error|reject|invalid|refus|denied/;
const ending = /cancel|abort|expire|timed?out|crash|kill|terminat|stop/;
/** Negated failures in one word: `noerrors`, `errorless`. */
const deniedFailing = /^(non?|not|un)(fail|error|reject|cancel|abort)|(less|free)$/;

/** Words that mean a completed job needs a look. */
const doubtful = /^(warn|issue|problem|partial|skip|missing)/;

const inProgress =
	/^(en)?queued?$|^(pending|progress|scheduled|started|paused|hold|delayed|postponed|suspended|wait|retry)$|ing$/;
const notInProgress = /^(warn|miss|noth|someth|everyth|book|mail|market)ing$/;
/** Words that mean a beginning if no other word decides. */
const beginning = /^(new|created|accepted|received|submitted|open|active)$/;

/** Whole words only, with an optional negation before them. `completedrejected` doesn't match. */
const completed =
	/^(un|in|non?|not)?(processed|completed?|finish(ed)?|imported|succeeded|success(ful(ly)?)?|done|ok(ay)?)$/;
const completedAlone = /^(ended|closed)$/;

const topics = new Set(
	'bulk job import contact contacts purchase purchases data sync upload batch all everything status'.split(
		' ',
	),
);
const denials = new Set('no not non never none nothing without zero 0'.split(' '));
const denialsBehind = new Set('none false free'.split(' '));
const denialsAtTheEnd = new Set('no not zero 0'.split(' '));
/** Words between a negation and its word. */
const fillers = new Set(
	'any yet been fully entirely all longer more import validation contact contacts email'.split(
		' ',
	),
);

type Meaning = 'processed' | 'failed' | 'unfinished' | 'doubtful';

/**
 * Reads a status. The service documents only `queued` and `queue` (docs/contributing/service.md,
 * Readings), so words decide. Failure and progress count in any position and win over completion.
 * Negated words don't count. Errors in a part (`…_with_errors`, `partial…`) still mean completed.
 */
export function bulkJobState(status: unknown, further: readonly string[] = []): BulkJobState {
	const words = wordsIn(status);
	if (words.length === 0) return 'unfinished';
	if (further.some((one) => wordsIn(one).join(' ') === words.join(' '))) return 'processed';
	const meanings = meaningsOf(words);
	if (meanings.includes('failed')) return 'failed';
	if (meanings.includes('unfinished')) return 'unfinished';
	const part = words.indexOf('with');
	const main = part < 0 ? words : words.slice(0, part);
	const [first = '', ...others] = main.filter((word) => !topics.has(word));
	if (isPartial(words) || completed.test(first)) return 'processed';
	const isAlone = others.length === 0 || denials.has(others[0] ?? '');
	if (isAlone && completedAlone.test(first)) return 'processed';
	return isAlone && beginning.test(first) ? 'unfinished' : 'unknown';
}

/** Whether a status that counts as processed also reports errors. */
export function hasErrors(status: unknown): boolean {
	const meanings = meaningsOf(wordsIn(status));
	return meanings.includes('failed') || meanings.includes('doubtful');
}

function wordsIn(status: unknown): string[] {
	const text = status === null ? '' : textOf(status);
	const words = text
		.replace(/[:=]\s*0(?!\d)/g, ' none ')
		.replace(/(\p{Ll})(?=\p{Lu})|(\p{L})(?=\d)|(\d)(?=\p{L})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$& ')
		.toLowerCase()
		.replace(/(?<!\p{L})timed?[^\p{L}\d]+out(?!\p{L})/gu, 'timeout');
	return words.match(/[\p{L}\d]+/gu) ?? [];
}

/**
 * A negated completion is unfinished; other negated words are skipped. After `with`, or in a
 * partial status, a failure concerns only a part.
 */
function meaningsOf(words: readonly string[]): Meaning[] {
	const part = words.indexOf('with');
	return words.flatMap((word, index) => {
		const isOfPart = part >= 0 && index > part;
		const meaning = meaningOf(word);
		const isDenied = isDeniedAt(words, index);
		// Such as `unprocessed`.
		const deniesItself = completed.exec(word)?.[1] !== undefined;
		if (meaning === 'processed' && (isDenied || deniesItself)) {
			return isOfPart ? 'doubtful' : 'unfinished';
		}
		if (!meaning || isDenied) return [];
		const mayBeOfPart = isOfPart || (isPartial(words) && !ending.test(word));
		return meaning === 'failed' && mayBeOfPart ? 'doubtful' : meaning;
	});
}

function isPartial(words: readonly string[]): boolean {
	return words.some((word) => word.startsWith('partial'));
}

function meaningOf(word: string): Meaning | undefined {
	if (completed.test(word)) return word.includes('unsuccess') ? 'failed' : 'processed';
	if (inProgress.test(word) && !notInProgress.test(word)) return 'unfinished';
	if (doubtful.test(word)) return 'doubtful';
	const hasFailed = failing.test(word) || ending.test(word);
	return hasFailed && !deniedFailing.test(word) ? 'failed' : undefined;
}

function isDeniedAt(words: readonly string[], index: number): boolean {
	let before = index - 1;
	while (fillers.has(words[before] ?? '')) before--;
	if (denials.has(words[before] ?? '')) return true;
	const behind = words[index + 1] ?? '';
	return denialsBehind.has(behind) || (index + 2 === words.length && denialsAtTheEnd.has(behind));
}
