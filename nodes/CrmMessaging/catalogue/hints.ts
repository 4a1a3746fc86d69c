import { catalogue } from './sentence';

/** Hints about accepted values. */
export const valueHint = catalogue({
	phoneUnchanged: {
		perValue: true,
		text: (value: string) =>
			`The phone number ${value} has no country code. It was sent unchanged`,
		advice: 'Set the option Default Country Code, or use a format like +34600123456.',
		example: ['“600 123 456”'],
	},
	emailUnchanged: {
		perValue: true,
		text: (value: string) => `The email address ${value} looks wrong. It was sent unchanged`,
		advice: 'Use a format like name@example.com.',
		example: ['“ana@”'],
	},
	negativePrice: {
		perValue: true,
		text: (value: string) => `The price ${value} is negative. It was sent unchanged`,
		example: ['“-12.50”'],
	},
	newChoice: {
		text: (value: string, allowed: string) =>
			`${value} isn’t one of the values that the service documents (${allowed}). It was sent unchanged`,
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
			`${count === 1 ? '1 phone number was' : `${count.toLocaleString('en')} phone numbers were`} completed with Default Country Code, for example ${example}`,
		example: [12, '“600 123 456” to +34600123456'],
		more: 'If a guest is from another country, write that number with + and its code.',
	},
	priceRounded: {
		perValue: true,
		text: (value: string, rounded: string) => `The price ${value} was rounded to ${rounded}`,
		advice: 'Check whether it’s a net price.',
		example: ['“12.345”', '12.35 EUR'],
	},
});

/** Hints about a whole run. */
export const runHint = catalogue({
	unencrypted: {
		weight: 'danger',
		text: (address: string) =>
			`${address} begins with http://, so data and secrets travel unencrypted`,
		advice: 'Enter the address with https://.',
		example: ['Base URL in the credential'],
	},
	noEffect: {
		text: (option: string, why: string) => `${option} has no effect, because ${why}`,
		example: ['Alert', 'Send Silently is on'],
	},
	bracesForApp: {
		text: (places: string) => `Sent as typed, with the braces: ${places}`,
		advice: 'If n8n should fill them in, switch the field to Expression.',
		example: ['{{name}} in Custom Payload'],
	},
	smallRequests: {
		weight: 'info',
		text: (all: string, went: string, requests: string, labels: string) =>
			`${all} ${went} in ${requests} requests, because items differ in ${labels}`,
		example: ['1,000 recipients', 'went', '1,000', 'Subject'],
	},
	preview: {
		weight: 'info',
		text: 'This is a preview: nothing was sent',
		advice: 'Remove the option Preview to send.',
	},
	previewTotal: {
		weight: 'info',
		text: (total: string) => total,
		example: ['30 messages, 45 SMS'],
	},
	previewOfDoubt: {
		text: 'It isn’t known who the execution that you retry has reached, so the preview shows every recipient',
	},
	previewWithoutSent: {
		text: (counts: string) =>
			`In an earlier try, ${counts}. The preview leaves them out, because they aren’t sent again`,
		example: ['20 were accepted'],
	},
	acceptedBeforeChange: {
		text: (counts: string) =>
			`${counts} were accepted before the node was changed, and aren’t sent again`,
		advice: 'To send them as they are now, start a new execution.',
		example: ['20 of 30 contacts'],
	},
	outcomes: {
		text: (sentence: string) => sentence,
		example: ['Of 30 contacts, 20 were accepted and 10 weren’t sent'],
	},
	rejectedEntries: {
		text: (counts: string) => `The service rejected ${counts}`,
		example: ['2 of 30 contacts: ana@example.com, eva@example.com (items 3, 7)'],
	},
	unclear: {
		weight: 'danger',
		text: (counts: string) => `The service doesn’t show whether it accepted ${counts}`,
		advice: 'Check there before resending.',
		example: ['2 of 30 messages: +34600123456 (item 3)'],
	},
	errorInAnswer: {
		weight: 'danger',
		text: (error: string) => `The service’s answer also reports an error, “${error}”`,
		example: ['quota nearly used up'],
	},
	privateAddress: {
		text: (host: string) => `The service can call ${host} only from within the same network`,
		advice: 'If the service is on the internet, give n8n a public address (N8N_WEBHOOK_URL). Or choose Processing Result: Don’t Wait, and add Bulk Job: Wait Until Processed.',
		example: ['localhost'],
	},
	shortWait: {
		text: 'Max Wait of less than a minute may end up to a minute late, because n8n checks once a minute which executions to resume',
	},
	unmatchedCallbacks: {
		text: (callbacks: string) => `${callbacks} contacts that weren’t sent`,
		advice: 'See the last items of the output.',
		example: ['2 callbacks name'],
	},
	contactsNotReported: {
		text: (contacts: string) => `The callback doesn’t show what happened to ${contacts}`,
		example: ['2 contacts: ana@example.com, eva@example.com (items 3, 7)'],
	},
});
