import { catalogue, words } from './sentence';

/** Advice if an expression has no value, or no one can have meant its value. */
export const expressionAdvice = words({
	meant: 'Did you mean {{ ‹code› }}?',
	fields: 'The fields are ‹names›.',
	otherNode: 'Check the name of the node, and of its field.',
	object: 'Choose a field of it, such as {{ $json.guest.name }}.',
	function: 'Add () to call it.',
	calculation: 'Correct the calculation, or the value that it uses.',
	gap: 'A value in it is missing. Write it with a fallback, such as {{ $json.name ?? "guest" }}.',
	mark: 'Correct it in its source, or write a text for it, such as {{ $json.paid ? "paid" : "open" }}.',
	date: 'Check the date that it uses. If it isn’t in ISO 8601, read it with its format, for example with {{ DateTime.fromFormat($json.date, "dd/MM/yyyy") }}.',
});

/** An expression or a typed text is wrong; nothing was sent. */
export const wrongText = catalogue({
	bracesInFixedText: `‹field› has ‹braces› in Fixed mode, which n8n doesn’t evaluate
		Switch the field to Expression. To send literal braces, write {{ '{' + '{name}' + '}' }} for them in an expression.`,
	equalsSign: `‹field› has a second = before {{, which would be sent
		Remove the = before {{. An expression begins with the braces.`,
	undefinedExpression: `{{ ‹code› }} is ‹value› for every item
		‹advice› If it may be missing, add ‹fallback› to it.`,
	emptyExpression: `{{ ‹code› }} has no value for this item
		‹advice› You can also filter such items out, or add ‹fallback› to it.`,
	brokenExpression: `{{ ‹code› }} can’t be evaluated: ‹reason›
		Correct the expression. The editor shows its result below the field.`,
	meaninglessValue: `{{ ‹code› }} results in ‹value›
		‹advice›`,
	meaninglessText: `‹value› isn’t meant for a recipient
		Correct the value in its source, or give it a fallback there.`,
	foreignTag: `‹field› has ‹tag›, which nothing fills in
		Replace it with a field of the item, in an expression such as {{ $json.first_name }}.`,
	placeholderElsewhere: `‹field› has ‹placeholder›, which the service fills in only in Message
		Write {{ ‹code› }} in an expression instead.`,
	brokenPlaceholder: `‹field› has ‹placeholder›, which isn’t a placeholder
		Write it like %{first_name}, without a space after % and with both braces.`,
	notASender: `‹field› has ‹sign›, which isn’t possible in a sender
		Remove it.`,
});
