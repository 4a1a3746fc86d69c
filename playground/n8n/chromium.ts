import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macPrograms = ['Chromium', 'Google Chrome'].map(
	(name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);

function isProgram(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

/** The Chromium or Chrome of this machine: `CHROMIUM`, or one found in the usual places. */
export function findChromium(): string | undefined {
	if (process.env.CHROMIUM) return process.env.CHROMIUM;
	const folders = (process.env.PATH ?? '').split(delimiter);
	const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
	return [...candidates, ...macPrograms].find(isProgram);
}

/** The Chromium of this machine; says how to get one when there is none. */
export function requireChromium(): string {
	const program = findChromium();
	if (program && isProgram(program)) return program;
	if (program) throw new Error(`CHROMIUM is set to ${program}, which is not a program.`);
	const install =
		process.platform === 'darwin'
			? 'brew install --cask chromium'
			: 'sudo apt-get install chromium';
	throw new Error(`The browser tests need Chromium or Chrome. Install one with: ${install}`);
}
