/** Loads the package in the folder of the last argument as n8n does, and prints the cost as JSON. */
import '../test/engine/harness/settings';
import { loadPackage } from '../test/engine/harness/loaded-package';
import type { Loading } from './page';

async function main(): Promise<void> {
	const heap = (): number => {
		globalThis.gc?.();
		return process.memoryUsage().heapUsed;
	};
	const [before, cpu] = [heap(), process.cpuUsage()];
	const loaded = await loadPackage(process.argv.at(-1)!);
	const { user, system } = process.cpuUsage(cpu);
	const loading: Loading = { cpu: (user + system) / 1000, heap: heap() - before };
	process.stdout.write(`${JSON.stringify(loading)}\n`);
	// It's in use until here.
	process.exitCode = loaded.nodeTypes.size > 0 ? 0 : 1;
}

void main();
