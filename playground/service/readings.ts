/** A sentence that the service's document leaves open, and the ways in which the mock service can read it. */
export interface OpenSentence {
	/** Its name on the page. */
	title: string;
	/** The document's sentence, or that it has none. */
	sentence: string;
	/** The meaning of each reading; the first one is the usual one. */
	choices: Readonly<Record<string, string>>;
}

/**
 * Every way to read the document, declared once. The options, the control routes and the page are made
 * of it. The table of docs/contributing/service.md and the tests are checked against it.
 */
export const READINGS = {
	beyondDocument: {
		title: 'Keys and choices that the document does not have',
		sentence: 'They aren’t mentioned.',
		choices: {
			refused: 'They are refused.',
			taken: 'They are accepted: the service has learnt more since.',
		},
	},
	pushAnswer: {
		title: 'Answer to a push',
		sentence: '“an array that contains an array of delivery results”',
		choices: {
			perTarget: 'An inner array for each target, in the order of the request.',
			otherOrder: 'An inner array for each target, in another order.',
			grouped: 'As many inner arrays as targets, but results grouped in another way.',
			flat: 'One inner array that holds all results.',
			bare: 'No inner array at all.',
		},
	},
	smsAnswer: {
		title: 'Answer to SMS',
		sentence: '“flat array of delivery results”; its order isn’t mentioned.',
		choices: {
			inOrder: 'A flat list, in the order of the request.',
			otherOrder: 'A flat list, in another order.',
			named: 'A flat list in another order, whose results name their phone.',
			perPhone: 'A list for each phone, as a push has one for each target.',
			nested: 'One inner list that holds all results.',
		},
	},
	verdict: {
		title: 'Result of a delivery that was not accepted',
		sentence: '“Meaning of valid being false and any reason field: not shown.”',
		choices: {
			isFalse: 'valid is false, without more.',
			withReason: 'valid is false, with the reason next to it.',
			asText: 'valid is the text “no”.',
			errorAlone: 'An error stands there in place of valid.',
			leftOut: 'valid is left out.',
		},
	},
	schedule: {
		title: 'start_now with start_at',
		sentence: '“Interaction of start_now with start_at: not shown.”',
		choices: {
			falseWaits: 'false lets start_at decide; true sends immediately.',
			trueStarts:
				'true starts the delivery, at start_at where that is given; false never does.',
		},
	},
	alert: {
		title: 'alert',
		sentence: '“when blank, a silent push is sent”',
		choices: {
			emptyIsSilent: 'An empty alert makes the push silent; none does not.',
			absentIsSilent: 'A push without an alert is silent, too.',
		},
	},
	percent: {
		title: '%%{name} in a message',
		sentence: 'A literal %{name} isn’t mentioned.',
		choices: {
			escapes: 'It stands for a literal %{name}.',
			isPlain: 'It is a percent sign and a placeholder.',
		},
	},
	valuesOfContainers: {
		title: 'A placeholder in the text for a placeholder',
		sentence: '“the text that replaces its container”',
		choices: {
			asTheyAre: 'The text is put in as it is.',
			filledAgain: 'Placeholders in it are replaced as well.',
		},
	},
	createIfInvalid: {
		title: 'create_if_invalid',
		sentence: '“when true, the contact is created unless its e-mail is invalid”',
		choices: {
			asNamed: 'true creates a contact with an invalid address.',
			asWritten: 'false creates a contact with an invalid address.',
		},
	},
	createIfNoCredit: {
		title: 'create_if_no_credit',
		sentence: '“when credits are insufficient, the import proceeds without validation”',
		choices: {
			anyway: 'The import continues in any case.',
			onlyIfTrue: 'The import continues if it is true; otherwise every contact fails.',
		},
	},
	nullValue: {
		title: 'null for a field of a contact or a purchase',
		sentence: 'It isn’t mentioned.',
		choices: {
			clears: 'The value of the field is cleared.',
			ignored: 'The field stays as it is.',
			refused: 'The request is refused.',
		},
	},
	bornDate: {
		title: 'born_date',
		sentence: '“ISO 8601 timestamp: birthday”',
		choices: {
			utcDay: 'The day that it is in UTC.',
			accountDay: 'The day that it is at the account, five hours behind UTC.',
		},
	},
	productId: {
		title: 'Key of the product ID',
		sentence: '“the sample request spells this key product_uuid; both spellings occur”',
		choices: {
			either: 'Either spelling is read.',
			UUID: 'Only UUID is read; a purchase without it is lost.',
			product_uuid: 'Only product_uuid is read; a purchase without it is lost.',
		},
	},
	finalState: {
		title: 'Status of a job that was processed',
		sentence: '“other values are not listed”',
		choices: {
			processed: 'processed',
			completed: 'completed',
			imported: 'imported',
			processed_with_errors: 'processed_with_errors',
			ready: 'ready',
		},
	},
	callbackMethod: {
		title: 'Method of the callback',
		sentence: '“Payload structure of the webhook call and its HTTP method: not shown.”',
		choices: {
			POST: 'POST',
			PUT: 'PUT',
			GET: 'GET, with everything in the URL.',
			emptyPOST: 'POST without a body, with everything in the URL.',
		},
	},
	callbackForm: {
		title: 'Body of the callback',
		sentence: '“Payload structure of the webhook call … not shown.”',
		choices: {
			json: 'JSON',
			form: 'A form with bracketed keys.',
			jsonAsForm: 'JSON with the content type of a form.',
		},
	},
	callbackShape: {
		title: 'Place of the contacts in the callback',
		sentence: '“Payload structure of the webhook call … not shown.”',
		choices: {
			lists: 'In valid_contacts and failed_contacts.',
			wrapped: 'In the same lists under “data”.',
			listOfOne: 'In the same lists, in a list of one callback.',
			camelCase: 'In validContacts and failedContacts, with other keys alike.',
			flat: 'In one list, each with valid.',
			empty: 'Nowhere: it is empty.',
		},
	},
	callbackPurchase: {
		title: 'A purchase in the callback',
		sentence: '“by default the webhook carries transaction_code, _id”',
		choices: {
			besideContacts: 'Under “purchase”, next to the contacts.',
			alone: 'Its fields, and no contacts.',
			leftOut: 'It isn’t mentioned.',
		},
	},
	callbackSignature: {
		title: 'Signature of the callback',
		sentence: '“Retries, signing and names of event kinds: not shown.”',
		choices: {
			signed: 'A token, a timestamp, and a signature of both.',
			none: 'No token, no timestamp and no signature.',
		},
	},
} as const satisfies Record<string, OpenSentence>;

/** The name of an open sentence. */
export type ReadingName = keyof typeof READINGS;

/** How each open sentence is read. */
export type Readings = { [Name in ReadingName]: keyof (typeof READINGS)[Name]['choices'] };

const names = Object.keys(READINGS) as ReadingName[];

/** Every open sentence as it is usually read. */
export const USUAL_READINGS = Object.fromEntries(
	names.map((name) => [name, Object.keys(READINGS[name].choices)[0]]),
) as Readings;

/** Every reading of every open sentence. */
export const EVERY_READING = names.flatMap((name) =>
	Object.entries(READINGS[name].choices).map(([choice, meaning]) => ({ name, choice, meaning })),
);

/**
 * Reads readings that came as JSON.
 * @returns them, or a sentence that says what is wrong
 */
export function readReadings(json: unknown): Partial<Readings> | string {
	for (const [name, choice] of Object.entries(json ?? {})) {
		if (!Object.hasOwn(READINGS, name)) return `${name} is none of ${names.join(', ')}`;
		const choices = Object.keys(READINGS[name as ReadingName].choices);
		if (!choices.includes(String(choice))) {
			return `${name} must be one of ${choices.join(', ')}`;
		}
	}
	return json as Partial<Readings>;
}

/** The open sentences as a page shows them, each with how it is read now. */
export function readingsView(chosen: Readings) {
	return names.map((name) => ({ name, ...READINGS[name], chosen: chosen[name] }));
}
