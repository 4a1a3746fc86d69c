/** How this package writes: one list. */
export interface Habit {
	/** The words to avoid, as a pattern without flags. */
	not: string;
	/** The words to write, as the finding shows them. */
	but: string;
	/** Words that can be right are found by a strict look only. */
	level: 'everywhere' | 'strict';
}

const never = (not: string, but: string): Habit => ({ not, but, level: 'everywhere' });
const seldom = (not: string, but: string): Habit => ({ not, but, level: 'strict' });

/** Words that read as a translation. */
export const habits: readonly Habit[] = [
	never('(?:go|goes|going|gone|went) on', 'continue, resume'),
	never('what (?:becomes?|became|has become|had become) of', "what happens to, X's result"),
	never('(?:except|only|also|not|and|or|even) where', 'if, when'),
	seldom('(?<=[,;] )where', 'if, when, in which'),
	seldom('(?:gives|brings|brought|gave)', 'returns, produces'),
	seldom('(?:says|tells|told|said)', 'shows, lists, reports'),
	never('(?:nobody|somebody|everybody|whoever|anybody)', 'no one, anyone who, every recipient'),
	never('stand(?:s|ing)? (?:in|under|beside|beneath)', 'is in'),
	never('stood (?:in|under)', 'was in'),
	never('beside', 'next to, with'),
	never('under way', 'in progress, running'),
	seldom('at once', 'in parallel, immediately'),
	never("(?:may|can(?:not|'t|’t)?|could|might) be had", "is available, isn't possible"),
	seldom(
		'(?:is|are|was|were) to (?!the\\b|a\\b|an\\b|its\\b|their\\b|your\\b|n8n\\b|be\\b)[a-z]+',
		'should, will',
	),
	never('none of (?:which|whom|them)', 'which … none, no'),
	never('(?:that|so) many', 'up to N'),
	never('anew', 'again'),
	never('all the same', 'anyway'),
	never('(?:mend|mends|mended|mending)', 'fix'),
	seldom('further', 'more, other'),
	seldom('(?:took|taken)', 'accepted'),
	never('(?:keep|keeps|kept|keeping) (?:\\w+ )?back', "hold, doesn't resend"),
	never('[Ee]-[Mm]ails?', 'email'),
	never('[Ss]tand-ins?', 'mock service'),
	seldom('submissions?', 'import, bulk job'),
	never('(?:no|any|some)thing but', 'only'),
];

/** A sentence should have no more words than `usual`, and never more than `most`. */
export const sentenceLength = { usual: 20, most: 32 };

/** No sentence begins with one of these, unless it asks. */
export const openings = ['What', 'Where', 'Who', 'Whoever', 'Whatever', 'Whom'];

/** A tooltip's length in the form. */
export const tooltipLength = 100;
