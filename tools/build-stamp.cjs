/** Tells whether dist/ is what its sources make of it. Plain Node, since the build itself needs it. */
const { createHash } = require('node:crypto');
const { readdirSync, readFileSync, statSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');

/** All that a build reads. */
const inputs = [
	'nodes',
	'credentials',
	'icons',
	'package.json',
	'tsconfig.json',
	'gulpfile.js',
	'tools/build-stamp.cjs',
];

/** Outside dist/, where it would be published. */
const stampFile = join(root, 'build', 'dist.stamp');

function filesBelow(base, path) {
	if (!statSync(join(base, path)).isDirectory()) return [path];
	return readdirSync(join(base, path)).flatMap((name) => filesBelow(base, `${path}/${name}`));
}

function fingerprint(base, paths) {
	const hash = createHash('sha256');
	for (const path of paths.flatMap((one) => filesBelow(base, one)).sort()) {
		const content = readFileSync(join(base, path));
		hash.update(`${path}\n${content.length}\n`).update(content);
	}
	return hash.digest('hex');
}

/** The fingerprint of the sources as they are now. */
function inputsNow() {
	return fingerprint(root, inputs);
}

/** The stamp names the outcome too: another build, or a hand, may put something else in its place. */
function stampOf(inputsThen, built) {
	return `sources ${inputsThen}\ndist ${fingerprint(built, readdirSync(built))}\n`;
}

/** Notes that what is in the folder `built`, soon dist/, was made of the sources of that fingerprint. */
function writeStamp(inputsThen, built) {
	writeFileSync(stampFile, stampOf(inputsThen, built));
}

/** Whether dist/ was built from the sources as they are now. */
function isCurrent() {
	try {
		return readFileSync(stampFile, 'utf8') === stampOf(inputsNow(), join(root, 'dist'));
	} catch (error) {
		// Nothing is built yet, or another build is just putting its outcome in place.
		if (error.code === 'ENOENT') return false;
		throw error;
	}
}

module.exports = { inputsNow, isCurrent, writeStamp };
