import { catalogue, counted } from './sentence';

/** Problems of phone numbers. */
export const phoneProblem = {
	format: 'isn’t a phone number in E.164 format',
	unknownCode: 'begins with no country code',
	noPlus: (whole: string) => `may be ${whole} without its +`,
	noZero: 'may have lost its leading 0',
	zero: (code: string) => `has a leading 0, and numbers of ${code} have none`,
};

/** Advice if a value isn't one of those allowed. */
export const choiceAdvice = {
	use: (allowed: string) => `Use one of ${allowed}.`,
	meant: (value: string) => `Did you mean ${value}?`,
	gender: 'One letter means different things in different languages. Write the word, such as Mrs or male.',
	status: (option: string) => (allowed: string) =>
		`Map it to one of ${allowed}. Or choose in the option ${option} how to handle it.`,
};

/** Advice if a key of JSON isn't one that the service knows. */
export const keyAdvice = {
	known: (keys: string) => `Use one of ${keys}.`,
	meant: (key: string) => `Did you mean ${key}?`,
};

/** A value of an item or of the form is wrong; nothing was sent. The text follows the field's label. */
export const wrongValue = catalogue({
	required: {
		text: 'is required',
		more: 'The field has no value in this item.',
		field: 'Sender',
	},
	emptyForItem: {
		text: 'is empty for this item',
		advice: 'Check its expression.',
		more: 'The item lacks the field that the expression reads, or has it under another name. You can also filter such items out.',
		field: 'Email',
	},
	emptyOption: {
		text: 'is empty',
		advice: 'Enter a value or remove the option.',
		field: 'Start Flag',
	},
	emptyList: { text: 'is empty', advice: 'Add an entry.', field: 'Recipient List' },
	withoutName: {
		text: 'has a value and no name',
		advice: 'Enter its name.',
		field: 'Placeholder Values 2',
	},
	notExactlyOne: {
		text: (keys: string) => `must have exactly one of ${keys}`,
		advice: 'Remove the other keys, or add one.',
		example: ['device_id, user_id, contact_id'],
		field: 'Recipients (JSON) 1',
	},
	unknownKey: {
		text: (_way: string) => 'isn’t a key that the service knows here',
		advice: (way: string) => way,
		example: [keyAdvice.known('email, phone_number')],
		field: 'Recipients (JSON) 1, mail',
	},
	wrongFormat: {
		text: (value: string, what: string, _example: string) => `${value} isn’t ${what}`,
		advice: (_value: string, _what: string, example: string) => `Write it such as ${example}.`,
		example: ['“31/02/2026”', 'a date in a known format', '2026-02-28'],
		more: 'It’s the same for switches, languages, currencies, prices, web addresses, IDs and objects.',
	},
	notAText: {
		text: (value: string) => `${value} isn’t a text`,
		advice: 'Choose one value in the expression, or join several, such as {{ $json.names.join(", ") }}.',
		example: ['a list'],
	},
	notInList: {
		text: (value: string, _way: string) => `${value} isn’t a value that is known here`,
		advice: (_value: string, way: string) => way,
		example: ['“cancelld”', choiceAdvice.meant('canceled')],
	},
	noValue: {
		text: (value: string) => `${value} means that there is no value`,
		advice: 'Correct it in its source, or filter such items out.',
		example: ['“n/a”'],
		more: 'As an ID, it would make one contact, booking or hotel of all that have none.',
	},
	wrongEncoding: {
		text: (value: string) => `${value} was read with the wrong encoding`,
		advice: 'Set Encoding to Latin1 in Extract from File.',
		example: ['“M�ller”'],
		more: 'Letters such as ü or é were lost. Excel saves CSV files in an older encoding unless you choose CSV UTF-8.',
	},
	wrongDelimiter: {
		text: (column: string, _delimiter: string) => `${column} holds several columns`,
		advice: (_column: string, delimiter: string) =>
			`Set Delimiter to ${delimiter} in Extract from File.`,
		example: ['“Vorname;E-Mail”', ';'],
	},
	ambiguousDate: {
		text: (value: string, one: string, other: string) => `${value} can mean ${one} or ${other}`,
		advice: (_value: string, one: string, _other: string) =>
			`Write the year first, such as ${one}.`,
		example: ['“03/04/1985”', '1985-04-03', '1985-03-04'],
		more: 'For a whole column, use an expression: `{{ DateTime.fromFormat($json.birthday, "dd/MM/yyyy") }}`.',
	},
	impossibleDay: {
		text: (value: string) => `${value} is a day that doesn’t exist`,
		advice: 'Correct it in its source.',
		example: ['“2026-02-30”'],
	},
	futureDay: {
		text: (value: string) => `${value} is in the future`,
		advice: 'Correct it in its source.',
		example: ['“2062-04-23”'],
	},
	tooLong: {
		text: (value: string, length: number, most: number) =>
			`${value} has ${length} characters, and the service accepts ${most} at most`,
		advice: 'Shorten it.',
		example: ['“Hotel Aurora Palma”', 18, 11],
	},
	numberOutOfRange: {
		text: (kind: string, value: string) => `must be a ${kind}, not ${value}`,
		advice: (kind: string, _value: string) =>
			kind.startsWith('whole')
				? 'Write it in digits only.'
				: 'Write it in digits, such as 12.5.',
		example: ['whole number from 1 to 10', '“20”'],
		field: 'Max Tries',
	},
	inexactNumber: {
		text: (number: string) => `${number} is too large to be exact as a number`,
		advice: 'Get it as text: put it in quotes in the JSON, or format its source column as text.',
		example: ['“12345678901234567890”'],
	},
	invalidJson: {
		text: (reason: string) => `isn’t valid JSON (${reason})`,
		advice: 'Check its quotes, commas and brackets.',
		example: ['Unexpected end of JSON input'],
		field: 'Recipients (JSON)',
	},
	tooDeep: {
		text: (levels: number) => `is nested more than ${levels} levels deep`,
		advice: 'Send less of the object, or send it as a text.',
		example: [100],
		field: 'Custom Payload',
	},
	notJson: {
		text: (value: string) => `${value} is a value that JSON can’t hold`,
		advice: 'Correct the expression: a calculation failed, or it returns no data.',
		example: ['“NaN”'],
	},
	phoneNeedsCode: {
		text: (value: string, problem: string, _example: string) => `${value} ${problem}`,
		advice: (_value: string, _problem: string, example: string) =>
			`Write + and the country code first, such as ${example}.`,
		example: ['“600 123 456”', phoneProblem.format, '+34600123456'],
	},
	phoneWithoutCode: {
		text: (value: string) => `${value} has no country code`,
		advice: 'Set the option Default Country Code, or write the number such as +34600123456.',
		example: ['“600 123 456”'],
	},
	otherCallingCode: {
		text: (value: string, code: string) => `${value} isn’t a number of ${code}`,
		advice: 'Correct the number or its Phone Country Code.',
		example: ['“+447700900123”', '+34'],
	},
	letterO: {
		text: (value: string) => `${value} has the letter O in place of the digit 0`,
		advice: 'Correct the number.',
		example: ['“O170 1234567”'],
	},
	phoneWithMore: {
		text: (value: string) => `${value} has more in it than one phone number`,
		advice: 'Give a single number without words or an extension, such as +34600123456.',
		example: ['“600 123 456 / 600 123 457”'],
	},
	calculatedNumber: {
		text: (value: string) =>
			`${value} was turned into a calculated number, so digits may be lost`,
		advice: 'Format its column as text, and enter the value again.',
		example: ['“3.46E+10”'],
	},
	phoneLength: {
		text: (value: string, digits: number, code: string, kind: string, lengths: string) =>
			`${value} has ${digits} digits after ${code}, and a ${kind} there has ${lengths}`,
		advice: 'Correct the number.',
		example: ['“+34 600 123”', 6, '+34', 'mobile number', '9'],
	},
	otherCurrency: {
		text: (value: string, currency: string) => `${value} isn’t in ${currency}`,
		advice: 'Correct the price or the currency.',
		example: ['“80 $”', 'EUR'],
	},
	ambiguousPrice: {
		text: (value: string, thousands: string, decimals: string, _ways: string) =>
			`${value} can mean ${thousands} or ${decimals}`,
		advice: (_value: string, _thousands: string, _decimals: string, ways: string) =>
			`Write ${ways}.`,
		example: ['“1.234”', '1234', '1.234', '1234.00 or 1.23'],
		more: 'A point or comma before three digits may divide thousands or begin the decimals. If it divides thousands, take it out: `{{ Number($json.price.replace(".", "")) }}`.',
	},
});

/** Hints about accepted values. */
export const valueHint = catalogue({
	phoneUnchanged: {
		perValue: true,
		text: (value: string) =>
			`The phone number ${value} has no country code and stays unchanged`,
		advice: 'Set the option Default Country Code, or use a format like +34600123456.',
		example: ['“600 123 456”'],
	},
	emailUnchanged: {
		perValue: true,
		text: (value: string) => `The email address ${value} looks wrong and stays unchanged`,
		advice: 'Use a format like name@example.com.',
		example: ['“ana@”'],
	},
	madeUpEmail: {
		perValue: true,
		text: (value: string) => `The email address ${value} looks made up`,
		advice: 'Leave the field empty for contacts without one. The same address makes one contact of them all.',
		example: ['“noemail@noemail.com”'],
	},
	noValues: {
		text: (count: number, example: string) =>
			`${counted(count, 'value was', 'values were')} left out as missing, for example ${example}`,
		example: [12, '“n/a” in Phone'],
	},
	misread: {
		perValue: true,
		text: (value: string) => `${value} looks as if it was read with the wrong encoding`,
		advice: 'Set Encoding to UTF-8 in Extract from File.',
		example: ['“JÃ¶rg”'],
	},
	languageOrCountry: {
		perValue: true,
		text: (value: string, language: string) =>
			`The language ${value} was read as ${language}. It’s also the code of a country`,
		advice: 'If you mean the country’s language, write its name.',
		example: ['“SE”', 'Northern Sami'],
	},
	dayWithoutYear: {
		perValue: true,
		text: (value: string) => `The day ${value} has no year. It was left out`,
		example: ['“03/14”'],
	},
	dayNumbers: {
		weight: 'info',
		text: (count: number, example: string) =>
			`${counted(count, 'day number', 'day numbers')} of a spreadsheet became a date, for example ${example}`,
		example: [12, '“31160” to 1985-04-23'],
	},
	negativePrice: {
		perValue: true,
		text: (value: string) => `The price ${value} is negative`,
		example: ['“-12.50”'],
	},
	newChoice: {
		text: (value: string, allowed: string) =>
			`${value} isn’t one of the values that the service documents (${allowed}), and stays unchanged`,
		example: ['“no_show”', 'confirmed, canceled'],
	},
	choiceLeftOut: {
		perValue: true,
		text: (value: string, allowed: string) =>
			`${value} isn’t one of ${allowed}. It was left out`,
		example: ['“unknown”', 'FEMALE, MALE'],
	},
	timeSkipped: {
		perValue: true,
		text: (value: string, zone: string, read: string) =>
			`The time ${value} doesn’t exist in ${zone}, because the clocks go forward. It was read as ${read}`,
		example: ['“2026-03-29T02:30”', 'Europe/Madrid', '2026-03-29T03:30:00+02:00'],
	},
	phonesCompleted: {
		weight: 'info',
		text: (count: number, example: string) =>
			`${counted(count, 'phone number was', 'phone numbers were')} completed with Default Country Code, for example ${example}`,
		example: [12, '“600 123 456” to +34600123456'],
		more: 'If a guest is from another country, write that number with + and its code.',
	},
	phonesNotInUse: {
		text: (count: number, example: string) =>
			`${counted(count, 'phone number has', 'phone numbers have')} a possible length, but no country uses ${count === 1 ? 'it' : 'them'}, for example ${example}`,
		advice: 'Check whether a digit is wrong.',
		example: [2, '“+447700900123”'],
	},
	priceRounded: {
		perValue: true,
		text: (value: string, rounded: string) => `The price ${value} was rounded to ${rounded}`,
		advice: 'Check whether it’s a net price.',
		example: ['“12.345”', '12.35 EUR'],
	},
});
