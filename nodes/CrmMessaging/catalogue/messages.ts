import { catalogue, words } from './sentence';

/** Advice if a placeholder has no value. */
export const placeholderAdvice = words({
	add: 'Add “‹name›” to ‹place›.',
	addOrField:
		'Add “‹name›” to ‹place›, or give the input item a field of that name. If it’s there but empty, write {{ ‹code› || "guest" }} for it.',
});

/** A message or its recipient is wrong; it wasn't sent. */
export const wrongMessage = catalogue({
	emptyAlert: `‹field› is empty, which makes the push silent
		Enter a text, remove it, or add Send Silently.`,
	noPlaceholderValue: `%{‹name›} has no value
		‹advice›`,
	tooManySegments: `‹field› is ‹segments› SMS long, and “‹option›” is off
		Shorten it to ‹most› characters, or turn on “‹option›” under Options.`,
	timePassed: `‹time› has passed
		Enter a later time, or set Schedule to Now.`,
	tooManyMessages: `‹field› is ‹most›, and this run has ‹messages›
		Raise it if you want to send all of them.`,
});

export const messageHint = catalogue({
	emptyPart: `[danger] ‹place› is empty in ‹items›
		Check the field that it reads, or give it a fallback, such as {{ $json.name || "guest" }}.`,
	unusedPlaceholderValues: `Placeholder values that aren’t used, because the message has no such placeholder: ‹list›
		Remove them, or add the placeholders to the message.`,
	daysWithoutTime: `Days in Send At without a time, which means 00:00: ‹list›
		Add a time, such as 10:00.`,
	sentNow: `‹option› (‹times›) has passed for ‹messages›
		The service sends such a message immediately. To have it sent later, enter a later time.`,
	blankPlaceholder: `%{‹name›} is blank in ‹messages› because its value is empty
		Add a fallback to the value, such as {{ $json.name || "guest" }}.`,
	test: `This is a test: ‹messages› to ‹tester›, and nothing to anyone else
		Remove the option “Test Recipient” to send to the recipients.`,
	repeatsLeftOut: `Left out ‹messages›, because the recipient gets the same text earlier in the run
		To send such messages too, turn “Skip Duplicates” off.`,
	differentTexts: `Several different messages go to ‹recipients›
		If that’s wrong, check the recipient’s expression.`,
	allToOne: `[danger] All ‹messages› of this run go to ‹recipient›, and their texts differ
		If that’s wrong, check the recipient’s expression. It may read the first item only, as .first() does.`,
	repeatsSent: `The same recipient gets the same text again in ‹messages›
		To leave such messages out, set the option “Skip Duplicates”.`,
});
