// Preloaded into n8n. Its standard input is a pipe held by the process that started it: when that
// one is gone, however it went, the pipe ends and n8n stops instead of living on unseen.
const { isMainThread } = require('node:worker_threads');

if (isMainThread) {
	const stop = () => process.kill(process.pid, 'SIGTERM');
	process.stdin.once('end', stop).once('error', stop);
	process.stdin.resume();
	process.stdin.unref();
}
