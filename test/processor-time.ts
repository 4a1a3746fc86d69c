/**
 * Starts to count the processor time of this process, which other work on the machine doesn't change.
 *
 * @returns a function that returns the milliseconds so far
 */
export function processorTime(): () => number {
	const began = process.cpuUsage();
	return () => {
		const { user, system } = process.cpuUsage(began);
		return (user + system) / 1000;
	};
}
