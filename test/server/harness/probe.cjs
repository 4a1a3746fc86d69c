// Preloaded into n8n: shows what its process holds once all garbage is gone.
const { createServer } = require('node:http');
const { Module } = require('node:module');
const { queryObjects } = require('node:v8');

const classes = {
	contexts: ['execute-context.js', 'ExecuteContext'],
	webhookContexts: ['webhook-context.js', 'WebhookContext'],
	runs: ['n8n-nodes-crm-messaging.js', 'Run'],
};

// The package's bundle exports only what n8n loads.
const { _compile } = Module.prototype;
Module.prototype._compile = function (code, file, ...rest) {
	const [bundle, name] = classes.runs;
	const more = file.endsWith(`dist/${bundle}`) ? `\nmodule.exports.${name} = ${name};` : '';
	return _compile.call(this, code + more, file, ...rest);
};

/** Counts the objects of a class that a loaded module exports. */
function countOf([file, name]) {
	const path = Object.keys(require.cache).find((key) => key.endsWith(file));
	return queryObjects(require.cache[path].exports[name]);
}

function measure() {
	for (let time = 0; time < 3; time++) globalThis.gc();
	const handles = process.getActiveResourcesInfo().length;
	const objects = Object.entries(classes).map(([key, type]) => [key, countOf(type)]);
	return { handles, objects: Object.fromEntries(objects) };
}

const server = createServer((_, answer) => {
	try {
		answer.end(JSON.stringify(measure()));
	} catch (error) {
		// A test reads JSON, and fails with this text instead of waiting.
		answer.end(String(error));
	}
});

// Processes that n8n starts don't get the variable.
if (process.env.PROBE_PORT) server.listen(process.env.PROBE_PORT, '127.0.0.1').unref();
