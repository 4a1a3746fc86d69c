import { catalogue, words } from './sentence';

const checkBaseUrl = 'Check that Base URL in the credential is the service’s own address.';

/** The credential is wrong; nothing was sent. */
export const wrongCredential = catalogue({
	credentialFieldMissing: `The credential has no ‹name›
		Add it there. Your provider has it.`,
	invalidBaseUrl: `The Base URL of the credential isn’t a plain address such as https://api.example.com
		Begin it with https:// or http://, and remove any user name, “?”, “#” and /v2/account. The node adds the rest.`,
	invalidAccountId: `The Account ID of the credential can’t be “‹id›”
		It’s part of an address. Copy the ID of your account again.`,
	invalidSecret: `The ‹secret› of the credential contains a space or another character that no secret has
		Paste the secret alone, without “Token token=”.`,
	shortSecret: `The ‹secret› of the credential has fewer than ‹least› characters
		A text that short can’t be kept out of outputs and errors. Copy the secret again, or ask your provider for a longer one.`,
	foreignAddress: `The credential’s secrets are for ‹own› only, so they weren’t sent to ‹other›
		Use the service’s own address, or choose another credential.`,
});

/** The service refused a request. Its own words follow the text. */
export const refusedRequest = catalogue({
	invalidRequest: `The service refused the request
		Correct the value that the service names, or ask its provider.`,
	wrongSecret: `The service didn’t accept the ‹secret›
		Check Account ID and ‹secret› in the credential‹more›. The two secrets may be swapped.`,
	forbidden: `The account isn’t allowed to do this
		Ask your provider whether your account includes this feature.`,
	unknownAddress: `The service doesn’t know this address
		Check Base URL and Account ID in the credential.`,
	unknownId: `The service has nothing with the ID “‹id›”
		Check the ID. If it’s right, check Base URL and Account ID in the credential.`,
	requestTooLarge: `The request is too large for the service
		Shorten the texts or send fewer values per item.`,
	busy: `The service is too busy at the moment
		Wait a moment, and run this again with fewer Parallel Requests.`,
	serviceFailed: `[sendAgain] The service answered with an error
		Try again later, or ask its provider.`,
	redirected: `[mayBeSent] The service redirects to ‹target›
		Enter the final address of the service as Base URL in the credential. If it’s a login page, ask who runs your network.`,
});

/** Advice that replaces a failure's own. */
export const requestAdvice = words({
	smallerRounds: 'Lower the Batch Size of Loop Over Items.',
});

/** Reasons why a server can't be reached, or no answer came. */
export const noAnswerBecause = words({
	refused: 'refused the connection',
	unknown: 'can’t be found',
	noWay: 'can’t be reached',
	notSecure: 'didn’t establish a secure connection',
	certificate: 'has an invalid certificate',
	timedOut: 'The server ‹host› didn’t answer within ‹minutes› minutes',
	broken: 'The connection to ‹host› broke before an answer came',
});

/** Reasons why an answer can't be read. */
export const unreadable = words({
	noObject: 'it holds no ‹key›',
	noList: 'it holds no list “‹key›”',
	noId: 'its ‹key› have no ID',
	noHotel: 'it names no hotel (no uuid)',
	noBulkJob: 'it names no bulk job (no _id)',
	otherBulkJob: 'it’s about another bulk job (‹id›)',
	noResults: 'it holds no result',
	noInnerLists: 'its list “deliveries” holds no lists',
	tooLarge: 'it’s larger than ‹megabytes› MB',
	tooManyValues: 'it holds more than ‹most› values',
	tooDeep: 'it’s nested more than ‹levels› levels deep',
	repeatedKey: 'it has two values for a key',
	notAnObject: 'it isn’t a JSON object',
	notShown: 'it doesn’t show what happened to ‹entries› (‹json›)',
	failure: 'it reports a failure (‹json›)',
	otherCount: '‹key› is ‹json› instead of ‹asked›',
	sameId: 'it has the ID of another request (‹id›)',
});

/** No answer came, or an unreadable one. */
export const brokenRequest = catalogue({
	blockedAddress: `This n8n doesn’t allow requests to ‹host›
		Check Base URL in the credential, or ask your n8n administrator to allow the address (N8N_SSRF_ALLOWED_HOSTNAMES).`,
	unreachable: `The server ‹host› ‹problem›
		Check Base URL in the credential and that the server runs. In Docker, localhost is the container itself.`,
	noAnswer: `[sendAgain] ‹reason›
		Try again later.`,
	canceled: `[sendAgain] ‹event› before an answer came
		Run it again.`,
	unreadableAnswer: `[mayBeSent] The service accepted the request, but its answer can’t be read: ‹reason›
		${checkBaseUrl}`,
	unclearAnswer: `[mayBeSent] The service’s answer is unclear: ‹reason›
		Ask its provider what it means.`,
	unexpected: `[mayBeSent] An unexpected error: ‹message›
		Report it with this message and the operation.`,
});
