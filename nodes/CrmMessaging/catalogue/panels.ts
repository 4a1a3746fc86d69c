/** Texts of n8n's panels, of previews and of answers to calls. They end no run, and have no code. */
import { words } from './sentence';

/** The trigger, while it listens and after its workflow is published. */
export const triggerText = words({
	listening: 'Now run the CRM Messaging node that has this Test URL in its Webhook URL',
	activated:
		'The service can now start this workflow. Paste the Production URL of this trigger into each CRM Messaging node with Processing Result: Send to Trigger.',
	copyUrl:
		'Copy a URL from <b>Webhook URLs</b>. Paste it into the node that saves the contacts, with <b>Processing Result: Send to Trigger</b>',
});

export const nodeText = words({
	previewFirst: 'Add the option <b>Preview</b> to see the messages first',
	waiting:
		'The service is processing the contacts. This workflow resumes by itself when it’s done.',
	connected: 'Connection successful. Your first message checks the Master Secret.',
});

/** What a column of an item was read as, in a preview of contacts and in hints. */
export const columnUse = words({
	empty: 'left out, because it’s empty',
	leftOut: 'left out',
	customField: 'a custom field',
	notUsed: 'not used, “‹column›” is ‹label›',
});

/** The log's line for a refused call, and the answers to others. */
export const callAnswer = words({
	refused: 'A call to ‹callee› was refused: ‹reason›',
	toTrigger: 'the CRM Messaging Trigger',
	toWait: 'a waiting CRM Messaging node',
	noContent: 'No content',
	repeated: 'Received before',
	started: 'Workflow was started',
	resumed: 'Workflow was resumed',
});
