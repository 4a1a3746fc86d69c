/** Posts a body as booking systems do, which n8n has to take. */
export async function postJson(url: string, body: unknown): Promise<void> {
	const answer = await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	expect(answer.status).toBe(200);
}
