import { isPortTaken } from '../n8n/ports';
import type { PlaygroundChoices } from './arguments';

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
