/** Posts JSON as booking systems and the service do; returns how n8n answered. */
export async function postJson(
	url: string | URL,
	body: unknown,
): Promise<{ status: number; message?: string; answer: object }> {
	const headers = { 'content-type': 'application/json' };
	const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
	const text = await response.text();
	// While it starts, n8n answers with a text.
	const answer = (text.startsWith('{') ? JSON.parse(text) : {}) as { message?: string };
	return { status: response.status, message: answer.message, answer };
}
