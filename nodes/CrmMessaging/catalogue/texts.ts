import { catalogue } from './sentence';

/** Advice if an expression is undefined, or no one can have meant its value. */
export const expressionAdvice = {
	meant: (code: string) => `Did you mean {{ ${code} }}?`,
	fields: (names: string) =>
		names === '' ? 'The items have no fields.' : `The fields are ${names}.`,
	functions: 'Check how its functions are written, and their capital letters.',
	object: 'Choose a field of it, such as {{ $json.guest.name }}.',
	function: 'Add () to call it.',
	filter: 'n8n has no filters after |. Call a function, such as $json.name.toUpperCase().',
	quoted: 'Code in quotes is text. Take it out of the quotes, or use backticks around ${ }.',
	calculation: 'Correct the calculation, or the value that it uses.',
	gap: 'A value in it is missing. Write it with a fallback, such as {{ $json.name ?? "guest" }}.',
	date: 'Check the date that it uses, and how it’s written.',
};

/** Advice if n8n doesn't fill in a tag. */
export const tagAdvice = {
	expression: (code: string) => `Write {{ ${code} }} in an expression.`,
	placeholder: (code: string, name: string) =>
		`Write {{ ${code} }} in an expression, or %{${name}}.`,
};

/** An expression or a typed text is wrong; nothing was sent. The text follows the field's label. */
export const wrongText = catalogue({
	bracesInFixedText: {
		text: (braces: string, _orPlaceholder: string) =>
			`has ${braces} in Fixed mode, and n8n doesn’t fill it in`,
		advice: (_braces: string, orPlaceholder: string) =>
			`Switch the field to Expression${orPlaceholder}. To send braces as they are, write {{ '{' + '{name}' + '}' }} for them in an expression.`,
		example: ['{{ $json.name }}', ''],
		field: 'Message',
	},
	equalsSign: {
		text: 'has a second = before {{, which would be sent',
		advice: 'Remove the = before {{. An expression begins with the braces.',
		field: 'Message',
	},
	undefinedExpression: {
		text: (code: string, _way: string) => `{{ ${code} }} is undefined for every item`,
		advice: (_code: string, way: string) => `${way} If it may be missing, add ?? '' to it.`,
		example: ['$json.frist_name', expressionAdvice.meant('$json.first_name')],
		more: 'The field has another name, is inside another one, or only another node has it.',
	},
	brokenExpression: {
		text: (code: string, reason: string) => `{{ ${code} }} can’t be evaluated: ${reason}`,
		advice: 'Correct the expression. The editor shows its result below the field.',
		example: ['$json.name.', 'invalid syntax'],
	},
	meaninglessValue: {
		text: (code: string, value: string, _way: string) => `{{ ${code} }} results in ${value}`,
		advice: (_code: string, _value: string, way: string) => way,
		example: ['$json.price * $json.nights', 'NaN', expressionAdvice.calculation],
		more: 'It’s the same for Infinity, an object, an invalid date, and a text with the word “undefined”.',
	},
	meaninglessText: {
		text: (value: string) => `${value} is no text for a recipient`,
		advice: 'Correct the value in its source, or give it a fallback there.',
		example: ['“undefined”'],
	},
	foreignTag: {
		text: (tag: string, _way: string) => `has ${tag}, which n8n doesn’t fill in`,
		advice: (_tag: string, way: string) => way,
		example: ['“{first_name}”', tagAdvice.expression('$json.first_name')],
		field: 'Message',
		more: 'It’s the same for other tools’ tags, such as `[First Name]`, if they name a field of an item.',
	},
	placeholderElsewhere: {
		text: (placeholder: string, _code: string) =>
			`has ${placeholder}, which the service fills in only in Message`,
		advice: (_placeholder: string, code: string) =>
			`Write {{ ${code} }} in an expression instead.`,
		example: ['%{first_name}', '$json.first_name'],
		field: 'Subject',
	},
	brokenPlaceholder: {
		text: (written: string) => `has ${written}, which isn’t a placeholder`,
		advice: 'Write it such as %{first_name}, without a space after % and with both braces.',
		example: ['“% {first_name}”'],
		field: 'Message',
	},
	markup: {
		text: (mark: string) => `has ${mark}, which recipients see as it is`,
		advice: 'Write plain text, and press Enter for a new line.',
		example: ['“<br>”'],
		field: 'Message',
	},
	notASender: {
		text: (what: string) => `has ${what}, which a sender can’t have`,
		advice: 'Remove it.',
		example: ['an emoji'],
		field: 'Sender',
	},
});

/** Hints about expressions and typed texts. */
export const textHint = catalogue({
	emptyExpression: {
		weight: 'danger',
		text: (place: string, items: string) => `${place} is empty in ${items}`,
		example: ['Message: {{ $json.first_name }}', '2 of 40 items (items 3, 7)'],
	},
	emptyFallback: {
		weight: 'info',
		text: (place: string, items: string) => `${place} has its fallback in ${items}`,
		example: ['Message: {{ $json.title ?? "" }}', '2 of 40 items (items 3, 7)'],
	},
	printedBoolean: {
		weight: 'danger',
		text: (place: string, items: string) => `${place} is true or false in ${items}`,
		advice: 'Recipients read the word. Choose a text for either, such as {{ $json.paid ? "paid" : "open" }}.',
		example: ['Message: {{ $json.paid }}', '2 of 40 items (items 3, 7)'],
	},
	undefinedEverywhere: {
		weight: 'info',
		text: (places: string) => `Undefined for every item: ${places}`,
		advice: 'Nothing is sent for it.',
		example: ['Contact, City: {{ $json.city }}'],
	},
	bracesForApp: {
		text: (places: string) => `Sent as typed, with the braces: ${places}`,
		advice: 'If n8n should fill them in, switch the field to Expression.',
		example: ['{{name}} in Custom Payload'],
	},
});

/** Warning of one row in its preview. */
export const textWarning = {
	empty: (code: string) => `{{ ${code} }} is empty.`,
	boolean: (code: string) => `{{ ${code} }} is true or false.`,
};
