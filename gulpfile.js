// Builds the package into dist/: what `npm pack` ships and n8n loads.
const { execFileSync } = require('node:child_process');
const { rmSync } = require('node:fs');
const { dest, series, src } = require('gulp');

async function clean() {
	rmSync('dist', { recursive: true, force: true });
}

async function compile() {
	execFileSync(process.execPath, [require.resolve('typescript/bin/tsc')], { stdio: 'inherit' });
}

/** Codex files lie beside their nodes. */
function codex() {
	return src('nodes/**/*.node.json').pipe(dest('dist/nodes'));
}

/** `encoding: false` keeps the files byte for byte. */
function icons() {
	return src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
}

exports.build = series(clean, compile, codex, icons);
exports.default = exports.build;
