/** One complaint of the validator. */
export interface ValidationProblem {
	/** Where, as `/body/deliveries/0/phone_number`. */
	path: string;
	message?: string;
	/** The schema keyword that failed, followed by `.openapi.validation`. */
	errorCode?: string;
}

/** Keys of which one is needed, by the schema keyword that says so in openapi.yaml. */
const ALTERNATIVES: Record<string, { keys: string[]; text: (where: string) => string }> = {
	oneOf: {
		keys: ['device_id', 'user_id', 'contact_id'],
		text: (where) => `${where} needs exactly one of device_id / user_id / contact_id`,
	},
	anyOf: { keys: ['UUID', 'product_uuid'], text: (where) => `${where}[UUID] is missing` },
};

/** Whether a complaint is about a key or a choice that the document does not have. */
export function isBeyondDocument(problem: ValidationProblem): boolean {
	return ['additionalProperties', 'enum'].includes(keywordOf(problem));
}

/**
 * Writes the validator's complaints as the service does, for example
 * `sender is missing, deliveries[0][phone_number] is missing`.
 * @returns one line of text, each complaint once
 */
export function validationText(problems: ValidationProblem[]): string {
	const covered = new Set(problems.flatMap(alternativesOf));
	const texts = problems
		.filter((problem) => !(keywordOf(problem) === 'required' && covered.has(problem.path)))
		.map(textOf);
	return [...new Set(texts)].join(', ');
}

/** Paths whose "is missing" is already said by a complaint about alternatives. */
function alternativesOf(problem: ValidationProblem): string[] {
	const keys = ALTERNATIVES[keywordOf(problem)]?.keys ?? [];
	return keys.map((key) => `${problem.path}/${key}`);
}

function textOf(problem: ValidationProblem): string {
	const where = bracketed(problem.path);
	const keyword = keywordOf(problem);
	const limit = /\d+/.exec(problem.message ?? '')?.[0];
	switch (keyword) {
		case 'required':
			return `${where} is missing`;
		case 'enum':
			return `${where} does not have a valid value`;
		case 'maxLength':
			return `${where} is longer than ${limit} characters`;
		case 'minLength':
			return `${where} is empty`;
		case 'maxItems':
			return `${where} has more than ${limit} entries`;
		case 'additionalProperties':
			return `${where} is unknown`;
		default:
			return ALTERNATIVES[keyword]?.text(where) ?? `${where} is invalid`;
	}
}

function keywordOf({ errorCode }: ValidationProblem): string {
	return errorCode?.split('.')[0] ?? '';
}

/** `/body/deliveries/0/phone_number` → `deliveries[0][phone_number]`; the body itself is `body`. */
function bracketed(path: string): string {
	const [place = '', first, ...rest] = path.split('/').slice(1).map(unescapePointer);
	if (first === undefined) return place;
	return first + rest.map((part) => `[${part}]`).join('');
}

function unescapePointer(segment: string): string {
	return segment.replace(/~1/g, '/').replace(/~0/g, '~');
}
