/** Says which program the test lacks and how to get it. */
export function missing(what: string, debian: string, brew: string): Error {
	const install =
		process.platform === 'darwin' ? `brew install ${brew}` : `sudo apt-get install ${debian}`;
	return new Error(`The test of n8n's queue mode needs ${what}. Install it with: ${install}`);
}
