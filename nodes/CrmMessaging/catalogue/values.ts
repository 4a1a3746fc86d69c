import { catalogue, words } from './sentence';

/** Advice if a value isn't one of those allowed. */
export const choiceAdvice = words({
	use: 'Use one of ‹allowed›.',
	meant: 'Did you mean ‹meant›?',
	gender: 'M means a man in some languages and a woman (mujer) in Spanish. Write MALE or FEMALE.',
});

/** Advice if a text can't be read, by what damaged it. */
export const damageAdvice = words({
	character:
		'It was cut within an emoji. Cut it by whole characters, for example with {{ [...$json.text].slice(0, 20).join("") }}.',
	control:
		'Remove its control characters, for example with {{ [...$json.text].filter((sign) => sign >= " ").join("") }}.',
	encoding:
		'If it’s from a file, try another Encoding in Extract from File, UTF-8 or Latin1, or save the file as CSV UTF-8.',
	spreadsheet: 'Remove it, for example with {{ $json.text.replace(/_x00[01]._/gi, "") }}.',
});

/** A value of an item or of the form is wrong; nothing was sent. */
export const wrongValue = catalogue({
	required: `‹field› is required
		Enter a value, or map a field that has one.`,
	emptyOption: `‹field› is empty
		Enter a value or remove the option.`,
	notExactlyOne: `‹field› must have a value for exactly one of ‹keys›
		Remove the other keys, or add one.`,
	withoutName: `‹field› has a value but no name
		Enter its name.`,
	unknownKey: `‹field› isn’t a key that the service knows here
		‹advice›`,
	wrongFormat: `‹value› isn’t ‹format›
		Write it like ‹example›.`,
	notAText: `‹value› isn’t text
		Map a single text or number.`,
	severalValues: `‹field› is a list of several values
		Split it into items. To write a list in a text, join it, for example with {{ $json.names.join(", ") }}.`,
	invalidDate: `‹field› is an invalid date
		Read it with its format, for example with {{ DateTime.fromFormat($json.date, "dd/MM/yyyy") }}.`,
	notInList: `‹value› isn’t a known value
		‹advice›`,
	noValue: `‹value› holds no value that can be sent
		Correct it in its source, or filter such items out.`,
	damagedText: `‹value› has letters that were lost or damaged
		‹advice›`,
	dateFormat: `‹value› isn’t a date in a known format
		Write it like ‹example›, or set the option Date Format to ‹formats›.`,
	ambiguousDate: `‹value› can mean ‹one› or ‹other›
		Write the day alone, such as ‹one›.`,
	futureDay: `‹value› is in the future
		Correct it in its source.`,
	tooLong: `‹value› has ‹length› characters, and the service accepts ‹most› at most
		Shorten it.`,
	numberOutOfRange: `‹field› must be a ‹range›, not ‹value›
		Enter it in digits.`,
	severalIds: `‹value› holds more than one ID
		Write one ID for each recipient or entry, such as ‹example›.`,
	inexactNumber: `‹value› was read as a number, so digits may be lost
		Format its column as text and enter the value again, or put it in quotes in the JSON.`,
	invalidJson: `‹field› isn’t valid JSON (‹reason›)
		Check its quotes, commas and brackets.`,
	tooDeep: `‹field› is nested more than ‹levels› levels deep
		Send less of the object, or send it as text.`,
	notJson: `‹value› is a value that JSON can’t hold
		Correct the expression: a calculation failed, or it returns no data.`,
	notAPhone: `‹value› isn’t one whole phone number
		Write one number with its country code and all of its digits, without letters or an extension, such as ‹example›.`,
	phoneWithoutPlus: `‹value› may be ‹numbers›
		Write + and the country code first, such as ‹number›.`,
	phoneWithoutCode: `‹value› has no country code
		Set the option Default Country Code, or write the number like ‹example›.`,
	otherCallingCode: `‹value› isn’t a number of ‹code›
		Correct the number or its Phone Country Code.`,
});

export const valueHint = catalogue({
	phonesUnchanged: `Phone numbers without a country code, sent unchanged: ‹count›, for example ‹example›
		Set the option Default Country Code, or write them with + and the code, such as +34600123456.`,
	emailsUnchanged: `Email addresses that look wrong, sent unchanged: ‹count›, for example ‹example›
		Write them like name@email.com.`,
	pricesRounded: `Prices rounded: ‹count›, for example ‹example›
		Check whether they’re net prices.`,
	noValues: `Values left out as missing: ‹count›, for example ‹example›
		If one is a real value, write it differently.`,
	phonesNotInUse: `Phone numbers with a valid length that no country uses: ‹count›, for example ‹example›
		Check whether a digit is wrong.`,
	dayNumbers: `[info] Day numbers of a spreadsheet read as dates: ‹count›, for example ‹example›
		If they aren’t days, map another column.`,
	phonesCompleted: `[info] Phone numbers completed with Default Country Code: ‹count›, for example ‹example›
		If one is from another country, write it with + and its code.`,
});

/** Advice if an expression has no value, or no one can have meant its value. */
export const expressionAdvice = words({
	meant: 'Did you mean {{ ‹code› }}?',
	fields: 'The fields are ‹names›. Drag a field of an earlier node from the input panel.',
	missing: 'If it may be missing, filter such items out‹fallback›.',
	argument: 'Give a value for each argument.',
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
		‹advice›`,
	emptyExpression: `{{ ‹code› }} has no value for this item
		‹advice›`,
	brokenExpression: `‹code› can’t be evaluated: ‹reason›
		Correct the expression. The editor shows its result below the field.`,
	meaninglessValue: `{{ ‹code› }} results in ‹value›
		‹advice›`,
	foreignTag: `‹field› has ‹tag›, which nothing fills in
		Write the value itself, or a field of the item in an expression such as {{ $json.first_name }}.`,
	placeholderElsewhere: `‹field› has ‹placeholder›, which the service fills in only in Message
		Write {{ ‹code› }} in an expression instead.`,
	brokenPlaceholder: `‹field› has ‹placeholder›, which isn’t a placeholder
		Write it like %{first_name}, without a space after % and with both braces.`,
	notASender: `‹field› has a line break, a brace or an emoji, which no phone shows in a sender
		Remove it.`,
});
