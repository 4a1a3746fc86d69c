import { parseArgs } from 'node:util';

/** How `npm run bench` was asked to run. */
export interface BenchOptions {
	/** Fresh processes for each case; the table shows their medians. */
	runs: number;
	/** Runs only the groups whose name holds this text, e.g. `sms` or `contacts-100000`. */
	only: string;
	/** Smaller sizes and a single run, to see that everything works. */
	quick: boolean;
	/** Also writes a CPU profile of this package's runs and prints where their time goes. */
	profile: boolean;
}

export const usage = `npm run bench -- [--runs N] [--only NAME] [--quick] [--profile]

  --runs N     fresh processes for each case, 3 unless told; the table shows medians
  --only NAME  only groups whose name holds NAME: contacts, contacts-100000, sms, push, warm, at-50-ms,
               limited, expressions, memory, 1kb, package
  --quick      fewer groups, mostly at most 10,000 items, one run; less than four minutes
  --profile    CPU profiles in build/bench-profiles/, and their top functions
`;

/** Reads the command line; undefined when it asks for help. */
export function readOptions(args: string[]): BenchOptions | undefined {
	const { values } = parseArgs({
		args,
		options: {
			runs: { type: 'string' },
			only: { type: 'string', default: '' },
			quick: { type: 'boolean', default: false },
			profile: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return undefined;
	const runs = Number(values.runs ?? (values.quick ? 1 : 3));
	if (!Number.isInteger(runs) || runs < 1) {
		throw new Error('--runs takes a whole number from 1 on');
	}
	return { runs, only: values.only, quick: values.quick, profile: values.profile };
}
