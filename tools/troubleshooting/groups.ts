import { isError, type Message } from './messages';

/** Messages that come at the same moment. */
export interface Group {
	title: string;
	/** When they come, and what holds for all of them. */
	introduction: string;
	holds: (message: Message) => boolean;
}

const requestFailure = 'service/requestFailure.ts';
const ofNetwork = /^(This n8n|The server|The connection|The execution)\b/;

const inputErrors = ['InputError', 'NodeOperationError'];

/** The first group that holds a message is where it stands. */
export const groups: readonly Group[] = [
	{
		title: 'The credential',
		introduction:
			'Nothing was sent. Open the credential **CRM Messaging API**, correct it, and run the workflow again.',
		holds: ({ file }) => /credential|authenticate/i.test(file),
	},
	{
		title: 'A value is wrong',
		introduction:
			'The node checks every item before it sends anything, so nothing was sent. The message begins with the field and ends with the item, for example _Phone Number: “123” is not …  [item 4]_. Correct the data, or the expression that the field holds.',
		holds: ({ file, givenTo }) => /\/fields\//.test(file) && isError(givenTo),
	},
	{
		title: 'The node’s settings or an item do not fit',
		introduction: 'Found in the same check, so nothing was sent either.',
		holds: ({ file, givenTo, text }) =>
			!/\/(callbacks|service)\//.test(file) &&
			(inputErrors.includes(givenTo) ||
				text.startsWith('… share the purchase') ||
				(givenTo === 'message' && file.endsWith('engine/formMistakes.ts'))) &&
			!isOfJob(text),
	},
	{
		title: 'The service refused the request',
		introduction:
			'The service answered, and did not do what it was asked. After the status the message gives the service’s own words. Where a message may have been sent, or data saved, the description says so and asks to look in the service first.',
		holds: ({ file, text }) =>
			file.endsWith(requestFailure) && !ofNetwork.test(text) && !/answer/.test(text),
	},
	{
		title: 'The network',
		introduction:
			'No answer came. Where a message may have been sent, or data saved, the description says so and asks to look in the service first.',
		holds: ({ file, text }) => file.endsWith(requestFailure) && ofNetwork.test(text),
	},
	{
		title: 'The answer cannot be read',
		introduction:
			'The service reported success, but what it answered is not what it promises. Mostly a proxy or a login page stands between n8n and the service. Where a message may have been sent, or data saved, the description says so and asks to look in the service first.',
		holds: ({ file, givenTo }) =>
			/service\/(answer|client|requestFailure|serviceText)\.ts$/.test(file) ||
			givenTo === 'AnswerError',
	},
	{
		title: 'A retry is refused',
		introduction:
			'n8n was killed, or a person stopped the execution, while the node may have been sending. [When n8n is killed](contributing/when-n8n-is-killed.md) tells what is known then.',
		holds: ({ file }) => file.endsWith('engine/doubt.ts'),
	},
	{
		title: 'The service rejected something',
		introduction:
			'The service took the request, and not everything in it. What it rejected has `valid: false` in the output; with one of the options _Fail on Rejected …_ it is an error.',
		holds: ({ text }) => text.startsWith('The service rejected'),
	},
	{
		title: 'Sentences under an error',
		introduction:
			'They stand in the description of an error and say what became of everything else.',
		holds: ({ file }) => /engine\/(errors|outcomes|agentErrors)\.ts$/.test(file),
	},
	{
		title: 'Waiting and bulk jobs',
		introduction:
			'From _Wait for Result_ and from _Bulk Job: Wait Until Processed_. Everything was sent before the waiting began. [Callbacks](callbacks.md) tells how the waiting works.',
		holds: ({ file, text }) => /\/wait\//.test(file) || isOfJob(text),
	},
	{
		title: 'The trigger and its log',
		introduction:
			'What the trigger says when you publish a workflow, and the line it leaves in n8n’s log for a call that it refused. See [who may call](callbacks.md#who-may-call).',
		holds: ({ file }) => /\/callbacks\/|addresses\.ts$/.test(file),
	},
	{
		title: 'Hints',
		introduction:
			'Nothing failed. A hint stands above the output and tells what you may not expect. It names the first items it is about. The sentences about one message also stand in the warnings of _Preview: Messages_.',
		holds: ({ givenTo, text }) => /hint|warn|add$|^doubts/i.test(givenTo) || /[.…]$/.test(text),
	},
];

/** Texts that look like messages and are parts of a form. */
export const notMessages: ReadonlyMap<string, string> = new Map([
	['ID (of a device, user or contact, as in Target)', 'begins the description of Test Recipient'],
]);

function isOfJob(text: string): boolean {
	return /^The (bulk job|callback) /.test(text);
}
