import { catalogue, words } from './sentence';

/** Advice if an expression is undefined, or no one can have meant its value. */
export const expressionAdvice = words({
	meant: 'Did you mean {{ ‹code› }}?',
	fields: 'The fields are ‹names›.',
	noFields: 'The items have no fields.',
	functions: 'Check how its functions are written, and their capital letters.',
	object: 'Choose a field of it, such as {{ $json.guest.name }}.',
	function: 'Add () to call it.',
	filter: 'n8n has no filters after |. Call a function, such as $json.name.toUpperCase().',
	quoted: 'Code in quotes is text. Take it out of the quotes, or use backticks around ${ }.',
	calculation: 'Correct the calculation, or the value that it uses.',
	gap: 'A value in it is missing. Write it with a fallback, such as {{ $json.name ?? "guest" }}.',
	date: 'Check the date that it uses, and how it’s written.',
});

/** Advice if n8n doesn't fill in a tag. */
export const tagAdvice = words({
	expression: 'Write {{ ‹code› }} in an expression.',
	placeholder: 'Write {{ ‹code› }} in an expression, or %{‹name›}.',
	fixed: 'Switch the field to Expression.',
	fixedMessage: 'Switch the field to Expression, or write %{name} for a field of the input item.',
});

/** An expression or a typed text is wrong; nothing was sent. */
export const wrongText = catalogue({
	bracesInFixedText: `‹field› has ‹braces› in Fixed mode, and n8n doesn’t fill it in
		‹advice› To send braces as they are, write {{ '{' + '{name}' + '}' }} for them in an expression.`,
	equalsSign: `‹field› has a second = before {{, which would be sent
		Remove the = before {{. An expression begins with the braces.`,
	undefinedExpression: `{{ ‹code› }} is undefined for every item
		‹advice› If it may be missing, add ?? '' to it.`,
	brokenExpression: `{{ ‹code› }} can’t be evaluated: ‹reason›
		Correct the expression. The editor shows its result below the field.`,
	meaninglessValue: `{{ ‹code› }} results in ‹value›
		‹advice›`,
	meaninglessText: `‹value› isn’t meant for a recipient
		Correct the value in its source, or give it a fallback there.`,
	foreignTag: `‹field› has ‹tag›, which n8n doesn’t fill in
		‹advice›`,
	placeholderElsewhere: `‹field› has ‹placeholder›, which the service fills in only in Message
		Write {{ ‹code› }} in an expression instead.`,
	brokenPlaceholder: `‹field› has ‹placeholder›, which isn’t a placeholder
		Write it such as %{first_name}, without a space after % and with both braces.`,
	markup: `‹field› has ‹mark›, which recipients see as it is
		Write plain text, and press Enter for a new line.`,
	notASender: `‹field› has ‹sign›, which a sender can’t have
		Remove it.`,
});

/** Hints about expressions and typed texts. */
export const textHint = catalogue({
	emptyExpression: `[danger] ‹place› is empty in ‹items›
		Check the field that it reads, or give it a fallback, such as {{ $json.name || "guest" }}.`,
	printedBoolean: `[danger] ‹place› is true or false in ‹items›
		Recipients read the word. Choose a text for either, such as {{ $json.paid ? "paid" : "open" }}.`,
	emptyFallback: `[info] ‹place› uses its fallback in ‹items›
		If it shouldn’t, check the field that it reads.`,
	undefinedEverywhere: `[info] Undefined for every item, and not sent: ‹list›
		If that’s wrong, check the name of the field.`,
	bracesForApp: `Sent as typed, with the braces: ‹list›
		If n8n should fill them in, switch the field to Expression.`,
});

/** Warning of one row in its preview. */
export const textWarning = words({
	empty: '{{ ‹code› }} is empty.',
	boolean: '{{ ‹code› }} is true or false.',
});
