/** Where packages are installed once for all checkouts. Plain Node, since it is asked before anything is installed. */
const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync } = require('node:fs');
const { homedir } = require('node:os');
const { join } = require('node:path');

/** The files of a definition that list the packages. */
const definitionFiles = ['package.json', 'package-lock.json'];

/** The folder that outlives the checkout; made when it is missing. */
function cacheFolder() {
	const { CRM_MESSAGING_CACHE, XDG_CACHE_HOME } = process.env;
	const usual = join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'n8n-nodes-crm-messaging');
	const folder = CRM_MESSAGING_CACHE || usual;
	mkdirSync(folder, { recursive: true });
	return folder;
}

/** The folder for the packages of a definition; another lock file gets another folder. */
function folderOf(/** @type {string} */ definition, /** @type {string} */ name) {
	const hash = createHash('sha256');
	for (const file of definitionFiles) hash.update(readFileSync(join(definition, file)));
	const key = hash.digest('hex').slice(0, 12);
	return join(cacheFolder(), `${name}-${key}-node24-${process.platform}-${process.arch}`);
}

/** The folder of the n8n server that the playground runs; N8N_SERVER names the folder that defines another one. */
const serverFolder = () => folderOf(process.env.N8N_SERVER || __dirname, 'n8n');

/** Whether the server is there as a whole: its folder is renamed into place only then. */
const isServerInstalled = () => existsSync(join(serverFolder(), 'node_modules/n8n/bin/n8n'));

module.exports = { cacheFolder, definitionFiles, folderOf, isServerInstalled, serverFolder };
