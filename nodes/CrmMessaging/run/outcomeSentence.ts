import type { Outcomes, UnitOutcome } from './outcomes';

/** How a sentence says what became of units. */
const verbs: ReadonlyArray<readonly [UnitOutcome, one: string, several: string]> = [
	['accepted', 'was accepted', 'were accepted'],
	['rejected', 'was rejected by the service', 'were rejected by the service'],
	['unknown', 'may have been accepted', 'may have been accepted'],
	['notSent', 'was not sent', 'were not sent'],
];

/** Says how many units of a run became what: `Of 30 contacts, 20 were accepted and 10 were not sent.` */
export function outcomeSentence(outcomes: Outcomes): string {
	const told = verbs.filter(([outcome]) => outcomes[outcome].length > 0);
	const total = told.reduce((sum, [outcome]) => sum + outcomes[outcome].length, 0);
	const all = `${total.toLocaleString('en')} ${outcomes.called}`;
	const [[only, , several] = []] = told;
	if (told.length > 1) return `Of ${all}, ${outcomeCounts(outcomes)}.`;
	return only === 'notSent' ? `None of the ${all} was sent.` : `All ${all} ${several}.`;
}

/** The part of the sentence that counts: `20 were accepted and 10 were not sent`. */
export function outcomeCounts(outcomes: Outcomes): string {
	const told = verbs.filter(([outcome]) => outcomes[outcome].length > 0);
	const parts = told.map(([outcome, one, several]) => {
		const count = outcomes[outcome].length;
		return `${count.toLocaleString('en')} ${count === 1 ? one : several}`;
	});
	return new Intl.ListFormat('en').format(parts);
}
