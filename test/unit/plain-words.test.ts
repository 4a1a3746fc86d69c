import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './documents/page';

const good = [
	'Your workflow resumes when the import is done, even if n8n restarts.',
	'To is empty for this item. Check its expression.',
	'The service may have received this request. Check there before resending.',
	'Select the folder where n8n keeps its data.',
	'The first step is to add a credential.',
	'This takes up to 2 minutes. The folder is taken from the environment.',
	'Tell your guests about it, and give them a number to call.',
	'Hold the button, then go back to the canvas.',
	'The node sends up to 20 requests in parallel.',
	'Enter an email address, such as name@example.com.',
	'What happens if the service is down? The node tries again.',
	'No messages were sent.',
	'Other keys become custom fields.',
	'Sent unchanged. Use a format like name@example.com.',
	'Whether to fail the item when the service rejects its recipient',
	'See [Callbacks](callbacks.md) to find out where the result goes.',
	'Scroll further down to see the table.',
	'The guest says no, so the hotel cancels the booking.',
	'The node saves each contact once, and reports the ones that failed.',
	'The option `Send Again` has a new name.',
];

const bad = [
	'Your workflow goes on when the import has finished.',
	'A hint shows what became of each heading.',
	'Use this where several requests are needed.',
	'To is required, but its expression gives nothing.',
	'The error says which field is wrong.',
	'Nobody gets a message twice.',
	'The limit stands in the reference.',
	'Click the button beside the field.',
	'A run that is under way is not stopped.',
	'Up to 20 requests are sent at once.',
	'The result cannot be had before the job ends.',
	'The secret is to be entered in the credential.',
	'Contacts, none of which has an email, are refused.',
	'The request may have been taken all the same.',
	'The node keeps such messages back.',
	'Enter the e-mail address of the guest.',
	'What is none of these keys is a custom field.',
	'The colour of the note shows if the booking was recognised.',
	'The node registers a contact for each row.',
	'The node reads all items and checks each of them, and then it sends the ones that are right in as few requests as it can.',
];

/** The findings in sentences, each a paragraph. */
function findingsIn(sentences: readonly string[]): string[][] {
	const linter = join(root, 'tools', 'words', 'lint.ts');
	const { stdout } = spawnSync(process.execPath, ['--import', 'tsx', linter, '-'], {
		cwd: root,
		input: sentences.join('\n\n'),
		encoding: 'utf8',
	});
	expect(stdout).toContain('input: ');
	const lines = stdout.split('\n');
	return sentences.map((_, index) =>
		lines.filter((line) => line.startsWith(`-:${1 + 2 * index} `)),
	);
}

describe('the text linter', () => {
	const found = findingsIn([...good, ...bad]);

	it.each(good.map((sentence, index) => [sentence, index] as const))(
		'accepts “%s”',
		(_, index) => {
			expect(found[index]).toEqual([]);
		},
	);

	it.each(bad.map((sentence, index) => [sentence, index] as const))(
		'objects to “%s”',
		(_, index) => {
			expect(found[good.length + index]).not.toEqual([]);
		},
	);
});
