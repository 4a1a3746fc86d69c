/** How this package writes: the words to avoid, as a pattern without flags, and the words to write, as the finding shows them. */
type Habit = readonly [not: string, but: string];

/** Words that read as a translation. */
export const never: readonly Habit[] = [
	['(?:go|goes|going|gone|went) on', 'continue, resume'],
	['what (?:becomes?|became|has become|had become) of', "what happens to, X's result"],
	['(?:except|only|also|not|and|or|even) where', 'if, when'],
	['(?:nobody|somebody|everybody|whoever|anybody)', 'no one, anyone who, every recipient'],
	['stand(?:s|ing)? (?:in|under|beside|beneath)', 'is in'],
	['stood (?:in|under)', 'was in'],
	['beside', 'next to, with'],
	['under way', 'in progress, running'],
	["(?:may|can(?:not|'t|’t)?|could|might) be had", "is available, isn't possible"],
	['none of (?:which|whom|them)', 'which … none, no'],
	['(?:that|so) many', 'up to N'],
	['anew', 'again'],
	['all the same', 'anyway'],
	['(?:mend|mends|mended|mending)', 'fix'],
	['(?:keep|keeps|kept|keeping) (?:\\w+ )?back', "hold, doesn't resend"],
	['[Ee]-[Mm]ails?', 'email'],
	['[Ss]tand-ins?', 'mock service'],
	['(?:no|any|some)thing but', 'only'],
];

/** Words that can be right: only a strict look finds them. */
export const seldom: readonly Habit[] = [
	['(?<=[,;] )where', 'if, when, in which'],
	['(?:gives|brings|brought|gave)', 'returns, produces'],
	['(?:says|tells|told|said)', 'shows, lists, reports'],
	['at once', 'in parallel, immediately'],
	[
		'(?:is|are|was|were) to (?!the\\b|a\\b|an\\b|its\\b|their\\b|your\\b|n8n\\b|be\\b)[a-z]+',
		'should, will',
	],
	['further', 'more, other'],
	['(?:took|taken)', 'accepted'],
	['submissions?', 'import, bulk job'],
];

/** A sentence should have no more words than `usual`, and never more than `most`. */
export const sentenceLength = { usual: 20, most: 32 };

/** No sentence begins with one of these, unless it asks. */
export const openings = ['What', 'Where', 'Who', 'Whoever', 'Whatever', 'Whom'];

/** A tooltip's length in the form. */
export const tooltipLength = 100;
