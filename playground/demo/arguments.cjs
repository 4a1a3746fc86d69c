/** The command line of `npm start`. Plain Node, since it is read before anything is installed. */
const { readFileSync } = require('node:fs');
const { join, resolve } = require('node:path');
const { parseArgs } = require('node:util');

/**
 * The choices of a person who starts the playground.
 *
 * @typedef {object} PlaygroundChoices
 * @property {number} n8nPort
 * @property {number} servicePort
 * @property {string} folder Of n8n's workflows and executions.
 * @property {boolean} fresh Forget everything that earlier starts left in n8n.
 * @property {boolean} open Open the browser when there is a desktop.
 */

function portFrom(/** @type {string} */ text, /** @type {string} */ name) {
	const port = Number(text);
	if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
	throw new Error(`${name} wants a port between 1 and 65535, not "${text}".`);
}

/**
 * Reads the command line, then the environment.
 *
 * @returns {PlaygroundChoices | undefined} nothing if the person asked for help, and got it
 * @throws one sentence for a person
 */
function readChoices(/** @type {string[]} */ args, /** @type {NodeJS.ProcessEnv} */ env) {
	const { values } = parseArgs({
		args,
		options: {
			'n8n-port': { type: 'string', default: env.N8N_PORT || '5678' },
			'service-port': { type: 'string', default: env.SERVICE_PORT || '5680' },
			folder: { type: 'string' },
			fresh: { type: 'boolean', default: false },
			'no-open': { type: 'boolean', default: false },
			help: { type: 'boolean', short: 'h' },
		},
	});
	if (values.help) {
		process.stdout.write(readFileSync(join(__dirname, 'usage.txt')));
		return undefined;
	}
	const n8nPort = portFrom(values['n8n-port'], '--n8n-port');
	const servicePort = portFrom(values['service-port'], '--service-port');
	if (n8nPort === servicePort) {
		throw new Error('n8n and the mock service need two different ports.');
	}
	// Two of them can run at the same time, and their workflows hold their ports.
	const usual = join(__dirname, '../../build/playground', `${n8nPort}-${servicePort}`);
	const { folder = usual, fresh, 'no-open': isClosed } = values;
	return { n8nPort, servicePort, folder: resolve(folder), fresh, open: !isClosed };
}

module.exports = { readChoices };
