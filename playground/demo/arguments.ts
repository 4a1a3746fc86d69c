import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../n8n/node24';
import { isPortTaken } from '../n8n/ports';

/** The choices of a person who starts the playground. */
export interface PlaygroundChoices {
	n8nPort: number;
	servicePort: number;
	/** The folder of n8n's workflows and executions. */
	folder: string;
	/** Forget everything earlier starts left in n8n. */
	fresh: boolean;
	/** Open the browser when there is a desktop. */
	open: boolean;
}

function portFrom(text: string, name: string): number {
	const port = Number(text);
	if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
	throw new Error(`${name} wants a port between 1 and 65535, not "${text}".`);
}

function parse(args: string[], env: NodeJS.ProcessEnv) {
	return parseArgs({
		args,
		options: {
			'n8n-port': { type: 'string', default: env.N8N_PORT || '5678' },
			'service-port': { type: 'string', default: env.SERVICE_PORT || '5680' },
			folder: { type: 'string', default: join(root, 'build', 'playground') },
			fresh: { type: 'boolean', default: false },
			'no-open': { type: 'boolean', default: false },
		},
	}).values;
}

/** Reads the command line, then the environment; throws a sentence for a person. */
export function readChoices(args: string[], env: NodeJS.ProcessEnv): PlaygroundChoices {
	let values: ReturnType<typeof parse>;
	try {
		values = parse(args, env);
	} catch (error) {
		throw new Error(`${(error as Error).message}. What there is: npm start -- --help`);
	}
	const choices = {
		n8nPort: portFrom(values['n8n-port'], '--n8n-port'),
		servicePort: portFrom(values['service-port'], '--service-port'),
		folder: resolve(values.folder),
		fresh: values.fresh,
		open: !values['no-open'],
	};
	if (choices.n8nPort === choices.servicePort) {
		throw new Error('n8n and the mock service need two different ports.');
	}
	return choices;
}

/** Says plainly which port is taken and how to choose another. */
export async function assertPortsFree({ n8nPort, servicePort }: PlaygroundChoices): Promise<void> {
	const wanted = [
		{ port: n8nPort, whose: 'n8n', flag: '--n8n-port' },
		{ port: servicePort, whose: 'the mock service', flag: '--service-port' },
	];
	for (const { port, whose, flag } of wanted) {
		if (!(await isPortTaken(port))) continue;
		const other = port + 20;
		throw new Error(
			`Port ${port}, meant for ${whose}, is used by another program (maybe an earlier start of ` +
				`this one). End that program, or choose another port: npm start -- ${flag} ${other}`,
		);
	}
}
