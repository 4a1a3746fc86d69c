/** How this package writes: one list. `error` fails anywhere, `judge` counts against what lint.ts allows. */
export interface Habit {
	/** The words to avoid, as a pattern without flags. */
	not: string;
	/** The words to write, as the finding shows them. */
	but: string;
	level: 'error' | 'judge';
}

const error = (not: string, but: string): Habit => ({ not, but, level: 'error' });
const judge = (not: string, but: string): Habit => ({ not, but, level: 'judge' });

/** Words that read as a translation. */
export const habits: readonly Habit[] = [
	error('(?:go|goes|going|gone|went) on', 'continue, resume'),
	error('what (?:becomes?|became|has become|had become) of', "what happens to, X's result"),
	error('(?:except|only|also|not|and|or|even) where', 'if, when'),
	judge('(?<=[,;] )where', 'if, when, in which'),
	judge('(?:gives|brings|brought|gave)', 'returns, produces'),
	judge('(?:says|tells|told|said)', 'shows, lists, reports'),
	error('(?:nobody|somebody|everybody|whoever|anybody)', 'no one, anyone who, every recipient'),
	error('stand(?:s|ing)? (?:in|under|beside|beneath)', 'is in'),
	error('stood (?:in|under)', 'was in'),
	error('beside', 'next to, with'),
	error('under way', 'in progress, running'),
	judge('at once', 'in parallel, immediately'),
	error("(?:may|can(?:not|'t|’t)?|could|might) be had", "is available, isn't possible"),
	judge(
		'(?:is|are|was|were) to (?!the\\b|a\\b|an\\b|its\\b|their\\b|your\\b|n8n\\b|be\\b)[a-z]+',
		'should, will',
	),
	error('none of (?:which|whom|them)', 'which … none, no'),
	error('(?:that|so) many', 'up to N'),
	error('anew', 'again'),
	error('all the same', 'anyway'),
	error('(?:mend|mends|mended|mending)', 'fix'),
	judge('further', 'more, other'),
	judge('(?:took|taken)', 'accepted'),
	error('(?:keep|keeps|kept|keeping) (?:\\w+ )?back', "hold, doesn't resend"),
	error('[Ee]-[Mm]ails?', 'email'),
	error('[Ss]tand-ins?', 'mock service'),
	judge('submissions?', 'import, bulk job'),
	error('(?:no|any|some)thing but', 'only'),
];

/** A sentence should have no more words than `usual`, and never more than `most`. */
export const sentenceLength = { usual: 20, most: 32 };

/** No sentence begins with one of these, unless it asks. */
export const openings = ['What', 'Where', 'Who', 'Whoever', 'Whatever', 'Whom'];

/** A tooltip's length in the form. */
export const tooltipLength = 100;
