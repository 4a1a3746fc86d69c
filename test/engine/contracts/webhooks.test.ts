import {
	answerAfterStart,
	onceAnswered,
	webhookRequestOf,
} from '../../../nodes/CrmMessaging/n8n/webhooks';
import { listen } from '../../server/harness/servers';

// test/engine/wait-for-result.test.ts parks executions and resumes them.

/** test/server/trigger.test.ts shows that a real server keeps the raw body and reads any content type. */
it.each([
	['text/plain', 1],
	['Multipart/form-data; boundary=x', 0],
])('a body is read if n8n didn’t read it, unless it is multipart: %s', async (type, times) => {
	const readRawBody = jest.fn();
	const request = { headers: { 'content-type': type }, readRawBody };
	await webhookRequestOf({ getRequestObject: () => request } as never);
	expect(readRawBody).toHaveBeenCalledTimes(times);
});

/** n8n's server asks in the order this needs: test/server/trigger.test.ts restarts a real one. */
it('the answer after a start has no effect before n8n reads it', () => {
	const started = jest.fn();
	const workflowData = [[{ json: {} }]];
	const answer = answerAfterStart({ workflowData }, 'started', started);
	expect(answer.workflowData).toBe(workflowData);
	expect(started).not.toHaveBeenCalled();
	expect(answer.webhookResponse).toEqual({ message: 'started' });
	expect(started).toHaveBeenCalledTimes(1);
});

/** test/server/concurrency-limit.test.ts shows that n8n answers a caller that has left. */
it('an answer is noticed, even if the caller has left', async () => {
	const answered: number[] = [];
	const caller = new AbortController();
	const server = await listen((_, response) => {
		onceAnswered(response as never, () => answered.push(response.statusCode));
		if (caller.signal.aborted) {
			response.end();
			return;
		}
		response.once('close', () => {
			expect(answered).toEqual([]);
			response.writeHead(409).end();
		});
		caller.abort();
	});
	await expect(fetch(server.url, { signal: caller.signal })).rejects.toThrow('aborted');
	await fetch(server.url);
	expect(answered).toEqual([409, 200]);
	await server.stop();
});
