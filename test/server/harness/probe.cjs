// Preloaded into n8n: shows what its process holds once all garbage is gone.
const { createServer } = require('node:http');
const { queryObjects } = require('node:v8');

const classes = {
	contexts: ['execute-context.js', 'ExecuteContext'],
	webhookContexts: ['webhook-context.js', 'WebhookContext'],
	runs: ['engine/run.js', 'Run'],
};

/** Counts the objects of a class that a loaded module exports. */
function countOf([file, name]) {
	const path = Object.keys(require.cache).find((key) => key.endsWith(file));
	return queryObjects(require.cache[path].exports[name]);
}

const server = createServer((_, answer) => {
	for (let time = 0; time < 3; time++) globalThis.gc();
	const heapMb = process.memoryUsage().heapUsed / 1e6;
	const handles = process.getActiveResourcesInfo().length;
	const objects = Object.entries(classes).map(([key, type]) => [key, countOf(type)]);
	answer.end(JSON.stringify({ heapMb, handles, objects: Object.fromEntries(objects) }));
});

// Processes that n8n starts don't get the variable.
if (process.env.PROBE_PORT) server.listen(process.env.PROBE_PORT, '127.0.0.1').unref();
