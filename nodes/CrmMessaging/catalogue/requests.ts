import { catalogue } from './sentence';

const checkBaseUrl = 'Check that Base URL in the credential leads to the service itself.';
const addressAndAccount = 'Base URL and Account ID in the credential';
const accountSecretFor =
	'Push notifications and SMS use the Master Secret. Everything else uses the Account Secret. Both belong to one Account ID.';

/** The credential is wrong; nothing was sent. */
export const wrongCredential = catalogue({
	credentialFieldMissing: {
		text: (field: string) => `The credential has no ${field}`,
		advice: 'Add it there.',
		example: ['Account ID'],
		more: 'Your provider has the service’s address, the ID of your account and its secrets. Push notifications and SMS need the Master Secret.',
	},
	noProtocol: {
		text: 'The Base URL of the credential doesn’t begin with https:// or http://',
		advice: 'Write it such as https://api.example.com.',
	},
	invalidBaseUrl: {
		text: 'The Base URL of the credential isn’t a plain address such as https://api.example.com',
		advice: 'Remove any user name, “?”, “#” and /v2/account. The node adds the rest.',
	},
	invalidAccountId: {
		text: (id: string) => `The Account ID of the credential can’t be “${id}”`,
		advice: 'It’s part of an address. Copy the ID of your account again.',
		example: ['..'],
	},
	invalidSecret: {
		text: (secret: string) =>
			`The ${secret} of the credential contains a blank or another character that no secret has`,
		advice: 'Paste the secret alone, without “Token token=”.',
		example: ['Account Secret'],
	},
	foreignAddress: {
		text: (own: string, other: string) =>
			`The credential’s secrets are for ${own} only, so they weren’t sent to ${other}`,
		advice: 'Use the service’s own address, or choose another credential.',
		example: ['https://api.example.com', 'https://other.example.com'],
		more: 'The HTTP Request node uses this credential for another address.',
	},
});

/** The service refused a request. Its own words follow the text. */
export const refusedRequest = catalogue({
	invalidRequest: {
		text: 'The service refused the request',
		advice: 'Correct the value that the service names, or ask its provider. Nothing of this request was accepted.',
		more: 'A value has the documented form, and the service refuses it anyway.',
	},
	wrongSecret: {
		text: (secret: string, _app: string) => `The service didn’t accept the ${secret}`,
		advice: (secret: string, app: string) =>
			`Check Account ID and ${secret} in the credential${app}.`,
		example: ['Account Secret', ''],
		more: accountSecretFor,
	},
	forbidden: {
		text: 'The account isn’t allowed to do this',
		advice: 'Ask your provider whether your account includes this function.',
	},
	unknownAddress: {
		text: 'The service doesn’t know this address',
		advice: `Check ${addressAndAccount}.`,
	},
	unknownId: {
		text: (id: string) => `The service has nothing with the ID “${id}”`,
		advice: `Check the ID. If it’s right, check ${addressAndAccount}.`,
		example: ['5f1d7f2e'],
	},
	requestTooLarge: {
		text: 'The request is too large for the service',
		advice: 'Shorten the texts or send fewer values per item. Nothing of this request was accepted.',
		more: 'The node has already divided the request as far as possible, unless it waits for the result.',
	},
	busy: {
		text: 'The service is too busy at the moment',
		advice: 'Wait a little and run this again. Nothing of this request was accepted.',
		more: 'The node has already waited and tried again. Lower _Parallel Requests_, or run the workflow at a quieter time.',
	},
	serviceFailed: {
		text: 'The service failed',
		advice: 'Try again later, or ask its provider.',
	},
	redirected: {
		text: (target: string) => `The service redirects to ${target}`,
		advice: 'Enter the final address of the service as Base URL in the credential. If it’s a login page, ask who runs your network.',
		example: ['“https://api.example.com/v2”'],
		more: 'The node follows no redirects, so no secret travels to an address you didn’t enter.',
	},
});

/** Advice that replaces a failure's own. */
export const requestAdvice = {
	mayBeAccepted: 'The service may have received this request. Check there before resending.',
	mayBeRepeated: 'The service may have received this request. It can be sent again without harm.',
	smallerRounds: 'Lower the Batch Size of Loop Over Items. Nothing of this request was accepted.',
	page: `A proxy, a login or the service itself may have made this page. ${checkBaseUrl}`,
	baseUrlEndsWith: (end: string) =>
		`Base URL in the credential ends with ${end}. Remove that: the node adds the version and the account itself.`,
};

/** Reasons why a server can't be reached. */
export const unreachableBecause = {
	refused: 'refused the connection',
	unknown: 'has a name that isn’t known',
	noWay: 'can’t be reached',
	notSecure: 'made no secure connection',
	certificate: 'has an invalid certificate',
};

/** Reasons why no answer came. */
export const noAnswerBecause = {
	timedOut: (host: string, minutes: number) =>
		`The server ${host} didn’t answer within ${minutes} minutes`,
	broken: (host: string) => `The connection to ${host} broke before an answer came`,
};

/** No answer came, or an unreadable one. */
export const brokenRequest = catalogue({
	blockedAddress: {
		text: (host: string) => `This n8n doesn’t allow requests to ${host}`,
		advice: 'Check Base URL in the credential, or ask your n8n administrator to allow the address (N8N_SSRF_ALLOWED_HOSTNAMES).',
		example: ['10.0.0.5'],
	},
	unreachable: {
		text: (host: string, problem: string) => `The server ${host} ${problem}`,
		advice: 'Check Base URL in the credential and that the server runs.',
		example: ['api.example.com', unreachableBecause.refused],
		more: 'In Docker, `localhost` is the container itself. A certificate that has expired must be renewed: the node has no option to skip the check.',
	},
	noAnswer: {
		text: (what: string) => what,
		advice: 'Try again later.',
		example: [noAnswerBecause.broken('api.example.com')],
	},
	canceled: {
		text: (canceled: string) => `${canceled} before an answer came`,
		advice: 'Run it again.',
		example: ['The execution was canceled'],
	},
	unreadableAnswer: {
		text: (reason: string) =>
			`The service accepted the request, but its answer can’t be read: ${reason}`,
		advice: checkBaseUrl,
		example: ['it names no bulk job'],
	},
	pageInsteadOfAnswer: {
		text: (page: string) => `The answer is ${page} and not the service’s`,
		advice: requestAdvice.page,
		example: ['a web page “Sign in”'],
	},
	unexpected: {
		text: (message: string) => `An error that the node doesn’t expect: ${message}`,
		advice: 'Report it with this message, and what the operation was.',
		example: ['Cannot read properties of undefined'],
	},
});

/** Why it isn't known whether a list is complete. */
export const oneOrder = 'it returns them in one order only';

/** Reasons why an answer can't be read; they follow `unreadableAnswer`. */
export const unreadable = {
	noObject: (key: string) => `it holds no ${key}`,
	noList: (key: string) => `it holds no list “${key}”`,
	noId: (key: string) => `its ${key} have no ID`,
	noHotel: 'it names no hotel (no uuid)',
	noBulkJob: 'it names no bulk job (no _id)',
	otherBulkJob: (id: string) => `it’s about another bulk job (${id})`,
	noResults: 'it holds no result',
	tooLarge: (megabytes: number) => `it’s larger than ${megabytes} MB`,
	tooManyValues: (most: string) => `it holds more than ${most} values`,
	tooDeep: (levels: number) => `it’s nested more than ${levels} levels deep`,
	notAnObject: 'it isn’t a JSON object',
};
