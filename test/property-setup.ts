/** Before each test file: which values property tests try, how many, and how to repeat a failure. */
import { relative } from 'node:path';
import fc from 'fast-check';
import { runs, seed } from './property-runs';

function report(details: fc.RunDetails<unknown>): void {
	if (!details.failed) return;
	const file = relative(process.cwd(), expect.getState().testPath ?? '');
	const { PROPERTY_TIMES: times } = process.env;
	const variables = `PROPERTY_SEED=${details.seed}${times ? ` PROPERTY_TIMES=${times}` : ''}`;
	const repeat = `To repeat it: ${variables} npx jest ${file}`;
	throw new Error(`${fc.defaultReportMessage(details)}\n\n${repeat}`, {
		cause: details.errorInstance,
	});
}

// A run that only asks whether a test fails needs no small example.
const endOnFailure = process.env.PROPERTY_SHRINK === '0';
fc.configureGlobal({ seed, numRuns: runs(100), reporter: report, endOnFailure });
