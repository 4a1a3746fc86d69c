import express, { Router } from 'express';

/** What an agent asks of a model, as far as a script reads it. */
export interface ChatRequest<Tool = { name: string }> {
	messages: Array<{ role: string; content: unknown }>;
	tools?: Array<{ function: Tool }>;
}

/** A message of a model: what it says, or the tools that it calls. */
interface ChatMessage {
	content: string | null;
	tool_calls?: object[];
}

/** The answer of a model, as OpenAI serves one. */
export function chatAnswer(message: ChatMessage) {
	const finish_reason = message.tool_calls ? 'tool_calls' : 'stop';
	return {
		id: 'chatcmpl-demo',
		object: 'chat.completion',
		created: 0,
		model: 'scripted',
		choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }],
		usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
	};
}

interface Guest {
	firstName?: string;
	phone?: string;
	preferredLanguage?: string;
}

/** That a room is ready, in the languages of the demo's guests. */
const texts: Record<string, string> = {
	en: 'your room is ready. See you soon!',
	es: 'tu habitación está lista. ¡Hasta pronto!',
	fr: 'votre chambre est prête. À bientôt !',
};

/**
 * A chat model for the example *Agent that texts a guest*, so that it runs without an account. It knows
 * this one task: look up the reservation of the question, and text its guest that the room is ready.
 */
export function scriptedModel(): Router {
	const routes = Router();
	routes.post('/chat/completions', express.json({ limit: '1mb' }), (req, res) => {
		res.json(chatAnswer(nextMessage(req.body as ChatRequest)));
	});
	return routes;
}

function nextMessage({ messages, tools = [] }: ChatRequest): ChatMessage {
	/** The texts of a role's messages, which may come in parts. */
	const textsOf = (role: string) =>
		messages
			.filter((message) => message.role === role)
			.map(({ content }) =>
				typeof content === 'string' ? content : JSON.stringify(content),
			);
	/** A call of the tool whose name begins with a word. */
	const callOf = (beginning: string, values: object) => {
		const tool = tools.find(({ function: { name } }) => name.startsWith(beginning));
		if (!tool) return { content: `This script needs a tool “${beginning} …”.` };
		const { name } = tool.function;
		const call = { name, arguments: JSON.stringify(values) };
		return {
			content: null,
			tool_calls: [{ id: `call_${name}`, type: 'function', function: call }],
		};
	};
	const [found, sent] = textsOf('tool');
	if (sent !== undefined) return { content: `Done. The answer of the node: ${sent}` };
	if (found === undefined) {
		const [id = 'XPGM-1'] = /\b[A-Z]+-\d+\b/.exec(textsOf('user').at(-1) ?? '') ?? [];
		return callOf('Find', { reservation_id: id });
	}
	const { phone, firstName, preferredLanguage = 'en' } = guestIn(found) ?? {};
	if (!phone) return { content: 'The reservation has no phone number, so no one was texted.' };
	const message = `${firstName}, ${texts[preferredLanguage] ?? texts.en}`;
	return callOf('Text', { phone, message });
}

/** The guest in a tool's answer; undefined if it isn't a reservation. */
function guestIn(answer: string): Guest | undefined {
	try {
		const [reservation] = [JSON.parse(answer) as { primaryGuest?: Guest }].flat();
		return reservation?.primaryGuest;
	} catch {
		return undefined;
	}
}
