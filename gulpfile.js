// Builds the package into dist/: what `npm pack` ships and n8n loads. It grows in a folder of its own
// and is put in place whole, so that who reads dist/ meanwhile reads no half of it.
const { execFileSync } = require('node:child_process');
const { mkdirSync, renameSync, rmSync, statSync, utimesSync } = require('node:fs');
const { dest, series, src } = require('gulp');

const growing = `build/dist-${process.pid}`;
const replaced = `${growing}-replaced`;

process.once('exit', () => {
	for (const folder of [growing, replaced]) rmSync(folder, { recursive: true, force: true });
});

let begun;

async function begin() {
	mkdirSync(growing, { recursive: true });
	// In whole milliseconds, which a date would round up.
	begun = Math.floor(statSync(growing).mtimeMs) / 1000;
}

async function compile() {
	const compiler = require.resolve('typescript/bin/tsc');
	execFileSync(process.execPath, [compiler, '--outDir', growing], { stdio: 'inherit' });
}

/** The files next to a node: for the editor's picker, and the output before a first run. */
function descriptions() {
	return src('nodes/**/*.json').pipe(dest(`${growing}/nodes`));
}

/** `encoding: false` keeps the files byte for byte. */
function icons() {
	return src('icons/*.svg', { encoding: false }).pipe(dest(`${growing}/icons`));
}

/** True when it is there now; false when another one is in its place. */
function isMoved(from, to) {
	try {
		renameSync(from, to);
		return true;
	} catch (error) {
		if (['ENOTEMPTY', 'EEXIST'].includes(error.code)) return false;
		throw error;
	}
}

async function putInPlace() {
	// A source that changed during the build is newer, and the next tests build again.
	utimesSync(growing, begun, begun);
	while (!isMoved(growing, 'dist')) {
		rmSync(replaced, { recursive: true, force: true });
		try {
			renameSync('dist', replaced);
		} catch (error) {
			// Another build has just moved it away.
			if (error.code !== 'ENOENT') throw error;
		}
	}
}

exports.build = series(begin, compile, descriptions, icons, putInPlace);
exports.default = exports.build;
