/** Prints how long n8n's own loader takes for the package in a folder, with n8n loaded already. */
const { PackageDirectoryLoader } = require('n8n-core');
require('luxon');

const start = performance.now();
const loader = new PackageDirectoryLoader(process.argv[2]);
loader.loadAll().then(() => {
	const milliseconds = performance.now() - start;
	if (Object.keys(loader.nodeTypes).length === 0) throw new Error('The package has no node');
	process.stdout.write(`${JSON.stringify({ milliseconds })}\n`, () => process.exit(0));
});
