import {
	type ProcessOptions,
	type RunningProcess,
	startProcess,
} from '../../../../playground/n8n/running-process';

/** A process that can be killed and started again. */
export interface Restartable {
	/** Ends it as a power cut would. */
	kill(): Promise<void>;
	/** Starts it again at the same address. */
	replace(): Promise<void>;
}

/** Starts a process that can be started again with the same options. */
export async function startRestartable(
	options: ProcessOptions,
): Promise<Restartable & Pick<RunningProcess, 'stop'>> {
	let running = await startProcess(options);
	return {
		kill: () => running.kill(),
		replace: async () => {
			running = await startProcess(options);
		},
		stop: () => running.stop(),
	};
}
