import { findOnPath, isProgram } from './programs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macPrograms = ['Chromium', 'Google Chrome'].map(
	(name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);

/** The Chromium or Chrome of this machine: `CHROMIUM`, or one found in the usual places. */
export function findChromium(): string | undefined {
	if (process.env.CHROMIUM) return process.env.CHROMIUM;
	return findOnPath(...names) ?? macPrograms.find(isProgram);
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
