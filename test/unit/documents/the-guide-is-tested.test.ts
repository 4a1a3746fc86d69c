import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { additions } from '../../../tools/guide';

const madeUp = join(__dirname, '../../engine/every-operation/made-up');

/** A fixture with the imports that it would have in nodes/CrmMessaging/. */
function asInNodes(file: string): string {
	return readFileSync(join(madeUp, file), 'utf8')
		.replaceAll("'../../../../nodes/CrmMessaging/actions/", "'../")
		.replaceAll('../../../../nodes/CrmMessaging/', '../../')
		.replaceAll("'./endpoints'", "'../../service/endpoints'")
		.replaceAll("'./guestBook'", "'../../service/fields/guestBook'");
}

/** Lines without their indentation, which differs, and without imports. */
function linesOf(code: string): string[] {
	return code
		.split('\n')
		.map((line) => line.trim())
		.filter((line) => line !== '' && !line.startsWith('import '));
}

/** `npm run test:guide` adds the code to a copy of the project, and runs all checks there. */
it.each(additions().filter(({ file }) => existsSync(join(madeUp, basename(file)))))(
	'the code for $file is what the tests of every operation run',
	({ file, code }) => {
		const fixture = linesOf(asInNodes(basename(file)));
		const missing = linesOf(code).filter((line) => !fixture.includes(line));
		expect(missing).toEqual([]);
	},
);
