import type { Response } from 'express';

/**
 * Answers with a body that openapi.yaml need not describe: under some readings, answers have a shape
 * of their own, and `res.json` would check it.
 */
export function answerFreely(res: Response, status: number, body: unknown): void {
	res.status(status).type('application/json').end(JSON.stringify(body));
}
