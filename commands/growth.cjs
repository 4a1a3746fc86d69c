/** How far an install is, by what it has put on the disk: npm itself reports nothing. */
const { lstatSync, readdirSync } = require('node:fs');
const { join } = require('node:path');

const gigabyte = 1e9;
/** A look may take seconds in a large folder: it takes at most a tenth of the time. */
const restPerLook = 9;

function entriesOf(folder) {
	try {
		return readdirSync(folder, { withFileTypes: true });
	} catch {
		// It is not there yet, or npm has just moved it.
		return [];
	}
}

function sizeOf(folder) {
	let size = 0;
	for (const entry of entriesOf(folder)) {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) size += sizeOf(path);
		// Blocks have 512 bytes in every file system.
		else size += (lstatSync(path, { throwIfNoEntry: false })?.blocks ?? 0) * 512;
	}
	return size;
}

/** See growth.d.cts. */
function growthOf(folder, gigabytes) {
	let shown = '';
	let nextLook = 0;
	return () => {
		const begin = Date.now();
		if (begin < nextLook) return shown;
		const grown = Math.min(sizeOf(folder) / gigabyte, gigabytes);
		const end = Date.now();
		nextLook = end + restPerLook * (end - begin);
		shown = `${grown.toFixed(1)} of ${gigabytes} GB`;
		return shown;
	};
}

module.exports = { growthOf };
