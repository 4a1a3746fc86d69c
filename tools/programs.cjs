/** How to start npm and the Node 24 of this checkout, on every system. Plain Node, since the installer needs it. */
const { dirname, join } = require('node:path');

const root = join(__dirname, '..');

/** How to run npm with these arguments, without a shell. */
function npmCommand(/** @type {string[]} */ args, platform = process.platform) {
	if (platform !== 'win32') return { command: 'npm', args };
	// There npm is a script, which only a shell can start: Node runs the program behind it.
	const beside = join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js');
	return { command: process.execPath, args: [process.env.npm_execpath ?? beside, ...args] };
}

/** The program of the Node 24 that came with `npm ci`. */
function node24(platform = process.platform) {
	return platform === 'win32'
		? join(root, 'node_modules', 'node', 'bin', 'node.exe')
		: join(root, 'node_modules', '.bin', 'node');
}

module.exports = { node24, npmCommand };
