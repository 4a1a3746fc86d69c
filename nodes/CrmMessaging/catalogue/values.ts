import { catalogue } from './sentence';

const getAsText =
	'Get it as text: put it in quotes in the JSON, or format its source column as text.';
const internationalFormat = 'Write + and the country code first, such as +34600123456.';

/** A value of an item or of the form is wrong; nothing was sent. The text follows the field's label. */
export const wrongValue = catalogue({
	required: {
		text: 'is required',
		more: 'The field has no value in this item.',
	},
	emptyForItem: {
		text: 'is empty for this item',
		advice: 'Check its expression.',
		more: 'The item lacks the field that the expression reads, or has it under another name. You can also filter such items out.',
	},
	emptyOption: { text: 'is empty', advice: 'Enter a value or remove the option.' },
	unknownKey: {
		text: (known: string) => `isn’t a key of the service here. The keys are ${known}`,
		example: ['email, phone_number'],
	},
	notText: {
		text: (value: string) => `${value} isn’t a text`,
		advice: 'Give a text or a number.',
		example: ['a list'],
	},
	tooLong: {
		text: (value: string, length: number, most: number) =>
			`${value} has ${length} characters, and the service accepts ${most} at most`,
		advice: 'Shorten it.',
		example: ['“Hotel Aurora Palma”', 18, 11],
	},
	emptyId: { text: 'is empty', advice: 'Enter an ID.' },
	notAnId: {
		text: (value: string) => `${value} isn’t an ID`,
		advice: 'Enter the whole ID.',
		example: ['“..”'],
	},
	notAUrl: {
		text: (value: string) => `${value} isn’t a web address`,
		advice: 'Write it such as https://n8n.example.com/webhook/…',
		example: ['“n8n.example.com”'],
	},
	notInList: {
		text: (value: string, allowed: string) => `${value} isn’t one of ${allowed}`,
		advice: 'Use one of these values.',
		example: ['“urgent”', 'normal, high'],
	},
	misspelledChoice: {
		text: (value: string, allowed: string) => `${value} isn’t one of ${allowed}`,
		advice: (_value: string, _allowed: string, meant: string) => `Did you mean ${meant}?`,
		example: ['“cancelld”', 'confirmed, canceled', 'canceled'],
	},
	unrecognizedStatus: {
		text: (value: string, allowed: string, _option: string) =>
			`${value} isn’t one of ${allowed}`,
		advice: (_value: string, _allowed: string, option: string) =>
			`Map it to one of these values, or set the option ${option} to Leave Out.`,
		example: ['“no show”', 'confirmed, canceled', 'Unrecognized Status'],
	},
	unknownCurrency: {
		text: (value: string) => `${value} isn’t an ISO 4217 currency code`,
		advice: 'Write it such as EUR.',
		example: ['“$”'],
	},
	unclearGender: {
		text: (value: string) => `${value} isn’t one of FEMALE, MALE`,
		advice: 'One letter means different things in different languages. Write the word, such as Mrs or male.',
		example: ['“M”'],
	},
	notBoolean: {
		text: (value: string) => `${value} is neither true nor false`,
		advice: 'Use one of the two.',
		example: ['“maybe”'],
	},
	notADate: {
		text: (value: string) => `${value} isn’t a date in a known format`,
		advice: (_value: string, example: string) => `Write it such as ${example}.`,
		example: ['“31/02/2026”', '2026-02-28'],
	},
	invalidDate: {
		text: 'is an invalid date',
		advice: 'It was calculated from something that isn’t a date. Correct the expression.',
	},
	notALanguage: {
		text: (value: string) => `${value} isn’t a language`,
		advice: 'Write its two-letter code, such as es.',
		example: ['“Klingon”'],
	},
	numberOutOfRange: {
		text: (kind: string, value: string) => `must be a ${kind}, not ${value}`,
		advice: 'Write it in digits, such as 12.5.',
		example: ['whole number from 1 to 10', '“20”'],
	},
	inexactNumber: {
		text: (value: string) => `${value} is too large to be exact as a number`,
		advice: getAsText,
		example: ['“12345678901234567890”'],
	},
	inexactNumberInJson: {
		text: (number: string) => `has the number ${number}, which is too large to be exact`,
		advice: getAsText,
		example: ['12345678901234567890'],
	},
	invalidJson: {
		text: (reason: string) => `isn’t valid JSON (${reason})`,
		advice: 'Check its quotes, commas and brackets.',
		example: ['Unexpected end of JSON input'],
	},
	tooDeep: {
		text: (levels: number) => `is nested more than ${levels} levels deep`,
		advice: 'Send less of the object, or send it as a text.',
		example: [100],
	},
	notJsonNumber: {
		text: (value: string) => `${value} is a number that JSON can’t hold`,
		advice: 'A calculation failed, such as a division by zero. Correct the expression.',
		example: ['“Infinity”'],
	},
	notJsonValue: {
		text: (value: string) => `${value} is a value that JSON can’t hold`,
		advice: 'Use texts, numbers, booleans, null, lists and plain objects.',
		example: ['“() => 1”'],
	},
	notAnEntry: {
		text: (entry: string, what: string) => `${entry} isn’t ${what}`,
		advice: 'Give an object for this entry of the list.',
		example: ['“Ana”', 'a recipient'],
	},
	invalidIpRange: {
		text: (part: string) => `“${part}” is neither an IP address nor a range`,
		advice: 'Write a range such as 203.0.113.0/24.',
		example: ['203.0.113'],
	},

	phoneFormat: {
		text: (value: string) => `${value} isn’t a phone number in E.164 format`,
		advice: internationalFormat,
		example: ['“600”'],
	},
	phoneNeedsCountryCode: {
		text: (value: string) => `${value} isn’t a phone number in E.164 format`,
		advice: `${internationalFormat.slice(0, -1)}, or set the option Default Country Code.`,
		example: ['“600 123 456”'],
	},
	unknownCallingCode: {
		text: (value: string) => `${value} begins with no country code`,
		advice: internationalFormat,
		example: ['“+999 600 123”'],
	},
	notACallingCode: {
		text: (value: string) => `${value} isn’t the country code of a phone number`,
		advice: 'Write it such as +34.',
		example: ['“Spain”'],
	},
	phoneWithMore: {
		text: (value: string) => `${value} has more in it than one phone number`,
		advice: 'Give a single number without words or an extension, such as +34600123456.',
		example: ['“600 123 456 / 600 123 457”'],
	},
	calculatedPhone: {
		text: (value: string) =>
			`${value} was turned into a calculated number, so digits may be lost`,
		advice: 'Format its column as text, and enter the phone number again.',
		example: ['“3.46E+10”'],
	},
	phoneWithoutPlus: {
		text: (value: string, whole: string) => `${value} may be ${whole} without its +`,
		advice: 'Write + and the country code first.',
		example: ['“34 600 123 456”', '+34600123456'],
	},
	phoneWithoutZero: {
		text: (value: string) => `${value} may have lost its leading 0`,
		advice: (_value: string, whole: string) =>
			`Write + and the country code first, such as ${whole}.`,
		example: ['“6 1234567”', '+390612345678'],
	},
	phoneWithZero: {
		text: (value: string, code: string) =>
			`${value} has a leading 0, and numbers of ${code} have none`,
		advice: 'Write + and its own country code first.',
		example: ['“0600123456”', '+34'],
	},
	phoneLength: {
		text: (value: string, digits: number, code: string, kind: string, lengths: string) =>
			`${value} has ${digits} digits after ${code}, and a ${kind} there has ${lengths}`,
		advice: 'Correct the number.',
		example: ['“+34 600 123”', 6, '+34', 'mobile number', '9'],
	},

	notAPrice: {
		text: (value: string, currency: string) => `${value} isn’t a price in ${currency}`,
		advice: (_value: string, _currency: string, example: string) =>
			`Write it such as ${example}.`,
		example: ['“about 80”', 'EUR', '12.50'],
	},
	otherCurrency: {
		text: (value: string, currency: string) => `${value} isn’t in ${currency}`,
		advice: 'Correct the price or the currency.',
		example: ['“80 $”', 'EUR'],
	},
	ambiguousPrice: {
		text: (value: string, thousands: string, decimals: string) =>
			`${value} can mean ${thousands} or ${decimals}`,
		advice: (_value: string, _thousands: string, _decimals: string, ways: string) =>
			`Write ${ways}.`,
		example: ['“1.234”', '1234', '1.234', '1234.00 or 1.23'],
		more: 'A point or comma before three digits may divide thousands or begin the decimals. If it divides thousands, take it out: `{{ Number($json.price.replace(".", "")) }}`.',
	},
});
