import { catalogue, words } from './sentence';

/** The credential is wrong; nothing was sent. */
export const wrongCredential = catalogue({
	credentialFieldMissing: `The credential has no ‹name›
		Add it there. Your provider has it.`,
	invalidBaseUrl: `The Base URL of the credential isn’t a plain address such as https://api.example.com
		Begin it with https:// or http://, and remove any user name, “?”, “#” and /v2/account. The node adds the rest.`,
	invalidAccountId: `The Account ID of the credential can’t be “‹id›”
		It’s part of an address. Copy the ID of your account again.`,
	invalidSecret: `The ‹secret› of the credential is shorter than ‹least› characters, or has one that no secret has
		Paste the secret alone, without spaces and “Token token=”.`,
	foreignAddress: `The credential’s secrets are for ‹own› only, so they weren’t sent to ‹other›
		Use the service’s own address, or choose another credential.`,
});

/** The service accepted nothing of a request, or never got it. Its own words follow the text. */
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
		Shorten the texts or send fewer values per item. In Loop Over Items, you can also send fewer items per round.`,
	busy: `The service is too busy at the moment
		Wait a moment, and retry the execution with fewer Parallel Requests.`,
	blockedAddress: `This n8n doesn’t allow requests to ‹host›
		Check Base URL in the credential, or ask your n8n administrator to allow the address (N8N_SSRF_ALLOWED_HOSTNAMES).`,
	unreachable: `The server ‹host› can’t be reached
		Check Base URL in the credential and that the server runs. In Docker, localhost is the container itself.`,
	notSecure: `The server ‹host› has no secure connection or no valid certificate
		Check Base URL in the credential, or ask the service’s provider.`,
});

/** The service may have accepted a request. */
export const brokenRequest = catalogue({
	serviceFailed: `The service answered with an error
		If it does so again, ask its provider.`,
	redirected: `The service redirects to ‹target›
		Enter the final address of the service as Base URL in the credential. If it’s a login page, ask who runs your network.`,
	noAnswer: `The server ‹host› sent no complete answer‹time›
		If that happens again, ask the service’s provider.`,
	canceled: `‹event› before an answer came
		See what was sent before you start it again.`,
	unreadableAnswer: `The service accepted the request, but its answer can’t be read: ‹reason›
		Check that Base URL in the credential is the service’s own address.`,
	unclearAnswer: `The service’s answer is unclear: ‹reason›
		Ask its provider what it means.`,
	unexpected: `An unexpected error: ‹message›
		Report it with this message and the operation.`,
});

/** Reasons why an answer is unreadable or unclear, or a callback isn't read. */
export const unreadable = words({
	lacks: 'it holds no ‹what›',
	notAnObject: 'it isn’t a JSON object',
	tooMuch: 'it holds more than ‹most›',
	sameId: 'it has the ID of another result (‹id›)',
	notShown: 'it doesn’t show what happened to ‹entries› (‹json›)',
	failure: 'it reports a failure (‹json›)',
	otherCount: '‹key› is ‹json› instead of ‹asked›',
});
