/** The first `npm start`: what it installs, and what would stop it. Plain Node, since it is read before anything is installed. */
const { statfsSync, statSync } = require('node:fs');
const { createServer } = require('node:net');

/** The installs: the time each needs, its gigabytes on disk, and with what npm keeps of the downloads. */
const project = { time: '1 to 2 minutes', gigabytes: 1, room: 1.5 };
const server = { time: '4 to 8 minutes', gigabytes: 2.2, room: 3 };
const compiling = 'some seconds, or 1 to 3 minutes if they are compiled here';

/** Gigabytes on the disk of a folder that exists. @typedef {{ folder: string, room: number }} Room */
/** @typedef {import('../playground/demo/arguments.cjs').PlaygroundChoices} PlaygroundChoices */

/** A sentence for each disk that has less room than is needed there. @returns {string[]} */
function roomProblems(/** @type {Room[]} */ rooms) {
	const byDisk = new Map();
	for (const { folder, room } of rooms) {
		const { dev } = statSync(folder);
		byDisk.set(dev, { folder, room: room + (byDisk.get(dev)?.room ?? 0) });
	}
	return [...byDisk.values()].flatMap(({ folder, room }) => {
		const { bavail, bsize } = statfsSync(folder);
		const free = (bavail * bsize) / 1e9;
		if (free >= room) return [];
		return `The disk of ${folder} has ${free.toFixed(1)} GB free, and ${room} GB are needed. Make room, or set CRM_MESSAGING_CACHE to a folder on another disk.`;
	});
}

const onWindows =
	'The demo runs on Linux and macOS. On Windows, start it in the Windows Subsystem for Linux (WSL).';

/** A sentence if this Node is too old for the installs. @returns {string[]} */
function nodeProblems() {
	if (Number(process.versions.node.split('.')[0]) >= 20) return [];
	return [
		`This needs Node 20 or newer. You have ${process.version}. Get one from https://nodejs.org.`,
	];
}

/** Whether another program of this machine has the port, over IPv4 or IPv6. */
async function isPortTaken(/** @type {number} */ port) {
	for (const host of ['127.0.0.1', '0.0.0.0', '::']) {
		const error = await new Promise((resolve) => {
			const probe = createServer().once('error', resolve);
			probe.listen(port, host, () => probe.close(() => resolve(undefined)));
		});
		// A machine without IPv6 reports something else.
		if (['EADDRINUSE', 'EACCES'].includes(error?.code)) return true;
	}
	return false;
}

/** A sentence for each port that another program uses. @returns {Promise<string[]>} */
async function portProblems(/** @type {PlaygroundChoices} */ { n8nPort, servicePort }) {
	const problems = [];
	for (const { port, owner, option } of [
		{ port: n8nPort, owner: 'n8n', option: '--n8n-port' },
		{ port: servicePort, owner: 'the mock service', option: '--service-port' },
	]) {
		if (!(await isPortTaken(port))) continue;
		const uses = `Another program, maybe an earlier start of this one, uses port ${port} of ${owner}.`;
		problems.push(
			`${uses} End it, or choose another port: npm start -- ${option} ${port + 20}`,
		);
	}
	return problems;
}

/**
 * Looks at everything that would stop `npm start` later.
 *
 * @throws Error with a sentence for each problem
 */
async function assertCanStart(
	/** @type {PlaygroundChoices} */ choices,
	/** @type {Room[]} */ rooms,
	platform = process.platform,
) {
	const problems = [
		...nodeProblems(),
		...(platform === 'win32' ? [onWindows] : []),
		...roomProblems(rooms),
		...(await portProblems(choices)),
	];
	if (problems.length > 0) throw new Error(problems.join('\n'));
}

module.exports = { assertCanStart, compiling, nodeProblems, project, roomProblems, server };
