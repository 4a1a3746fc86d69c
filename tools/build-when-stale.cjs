/**
 * Builds dist/ unless it is what its sources make of it. A program (`node tools/build-when-stale.cjs`)
 * and a function, which jest calls before the tests that load the package.
 */
const { spawnSync } = require('node:child_process');
const { join } = require('node:path');
const { isCurrent } = require('./build-stamp.cjs');

const root = join(__dirname, '..');

/** Throws one sentence when the build fails; the compiler has said why. */
function buildWhenStale() {
	if (isCurrent()) return;
	process.stdout.write('Building the package: dist/ is older than its sources\n');
	const gulp = join(root, 'node_modules', 'gulp', 'bin', 'gulp.js');
	const built = spawnSync(process.execPath, [gulp, '-L', 'build'], {
		cwd: root,
		stdio: 'inherit',
	});
	if (built.status !== 0) throw new Error('The package could not be built: see above.');
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
