import { textOf } from '../../fields/values';

/** The meaning of a bulk job's status. */
export type BulkJobState = 'processed' | 'failed' | 'unfinished' | 'unknown';

/** Parts of words of failing; the second end a job although a part of it was done. */
const failing = /fail|error|reject|invalid|refus|denied/;
const ending = /cancel|abort|expire|timed?out|crash|kill|terminat|stop/;
/** Denials written together with such a word: `noerrors`, `errorless`. */
const deniedFailing = /^(non?|not|un)(fail|error|reject|cancel|abort)|(less|free)$/;

/** Words that are worth a look next to a completion. */
const doubtful = /^(warn|issue|problem|partial|skip|missing)/;

const inProgress =
	/^(en)?queued?$|^(pending|progress|scheduled|started|paused|hold|delayed|postponed|suspended|wait|retry)$|ing$/;
const notInProgress = /^(warn|miss|noth|someth|everyth|book|mail|market)ing$/;
/** Words that mean a beginning where nothing else is said. */
const beginning = /^(new|created|accepted|received|submitted|open|active)$/;

/** Whole words only, also with a denial before them: `completedrejected` is none. */
const completed =
	/^(un|in|non?|not)?(processed|completed?|finish(ed)?|imported|succeeded|success(ful(ly)?)?|done|ok(ay)?)$/;
const completedAlone = /^(ended|closed)$/;

/** Words that name what was processed. */
const topics = new Set(
	'bulk job import contact contacts purchase purchases data sync upload batch all everything status'.split(
		' ',
	),
);
const denials = new Set('no not non never none nothing without zero 0'.split(' '));
const denialsBehind = new Set('none false free'.split(' '));
const denialsAtTheEnd = new Set('no not zero 0'.split(' '));
/** Words between a denial and what it denies. */
const fillers = new Set(
	'any yet been fully entirely all longer more import validation contact contacts email'.split(
		' ',
	),
);

/** The meaning of a word by itself. */
type Meaning = 'processed' | 'failed' | 'unfinished' | 'doubtful';

/**
 * Reads a status. The service lists none but `queued` and `queue` (service.md, Readings), so
 * words decide, however they are put together. Those of failing and of being in progress count
 * anywhere, and before those of completion; those that are denied don't count. Errors in a part,
 * `…_with_errors` or `partial…`, leave it a completion.
 *
 * @param further statuses that a person counts as processed
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

/** Whether a status that counts as processed says that something went wrong anyway. */
export function hasErrors(status: unknown): boolean {
	const meanings = meaningsOf(wordsIn(status));
	return meanings.includes('failed') || meanings.includes('doubtful');
}

/** The words of a status in small letters, in whatever way they are put together. */
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
 * The meaning of a status's words. A denied completion is open, and other words that are denied are left
 * out. Behind a `with`, or if all is partial, a failure is one of a part.
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
