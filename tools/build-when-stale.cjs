/**
 * Builds dist/ unless it's newer than all it is made of. A program (`node tools/build-when-stale.cjs`)
 * and a function, which jest calls before the tests that load the package.
 */
const { spawnSync } = require('node:child_process');
const { existsSync, readdirSync, statSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const sources = ['nodes', 'credentials', 'icons', 'package.json', 'tsconfig.json', 'gulpfile.js'];

/** The time of the last change of a file, or in a folder: a file that is gone has changed its folder. */
function changedAt(path) {
	const stats = statSync(path);
	const inside = stats.isDirectory() ? readdirSync(path) : [];
	return Math.max(stats.ctimeMs, ...inside.map((name) => changedAt(join(path, name))));
}

/** Throws one sentence when the build fails; the compiler has shown why. */
function buildWhenStale() {
	// gulpfile.js leaves it when a build has ended, dated to its beginning.
	const stamp = statSync(join(root, 'build/built'), { throwIfNoEntry: false });
	const built = existsSync(join(root, 'dist')) && stamp ? stamp.mtimeMs : 0;
	if (sources.every((source) => changedAt(join(root, source)) < built)) return;
	process.stdout.write('Building the package: dist/ is older than its sources\n');
	const gulp = join(root, 'node_modules', 'gulp', 'bin', 'gulp.js');
	const options = { cwd: root, stdio: 'inherit' };
	const { status } = spawnSync(process.execPath, [gulp, '-L', 'build'], options);
	if (status !== 0) throw new Error('The package could not be built: see above.');
}

module.exports = buildWhenStale;

if (require.main === module) {
	try {
		buildWhenStale();
	} catch (error) {
		process.stderr.write(`${error.message}\n`);
		process.exitCode = 1;
	}
}
