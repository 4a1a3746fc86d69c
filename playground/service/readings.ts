/**
 * Sentences that the service's document leaves open, and the ways in which the mock service can read
 * them; the first one is the usual one. docs/contributing/service.md has each sentence and the meaning of
 * each way (Readings), and is checked against this list.
 */
export const READINGS = {
	beyondDocument: ['refused', 'taken'],
	pushAnswer: ['perTarget', 'oneList'],
	schedule: ['falseWaits', 'trueStarts'],
	alert: ['emptyIsSilent', 'absentIsSilent'],
	percent: ['escapes', 'isPlain'],
	valuesOfContainers: ['asTheyAre', 'filledAgain'],
	createIfInvalid: ['asNamed', 'asWritten'],
	createIfNoCredit: ['anyway', 'onlyIfTrue'],
	nullValue: ['clears', 'ignored', 'refused'],
	bornDate: ['utcDay', 'accountDay'],
	productId: ['either', 'UUID', 'product_uuid'],
	finalState: ['processed', 'ready'],
	callbackMethod: ['POST', 'PUT', 'GET', 'emptyPOST'],
	callbackForm: ['json', 'form'],
	callbackPurchase: ['besideContacts', 'alone', 'leftOut'],
	callbackSignature: ['signed', 'none'],
} as const satisfies Record<string, readonly string[]>;

/** The name of an open sentence. */
export type ReadingName = keyof typeof READINGS;

/** How each open sentence is read. */
export type Readings = { [Name in ReadingName]: (typeof READINGS)[Name][number] };

const names = Object.keys(READINGS) as ReadingName[];

/** Every open sentence as it is usually read. */
export const USUAL_READINGS = Object.fromEntries(
	names.map((name) => [name, READINGS[name][0]]),
) as Readings;

/** Every reading of every open sentence. */
export const EVERY_READING = names.flatMap((name) =>
	READINGS[name].map((choice) => ({ name, choice })),
);
