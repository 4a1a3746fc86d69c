/** Looks at texts by the style's rules. */
import { TextlintKernel } from '@textlint/kernel';
import markdown from '@textlint/textlint-plugin-markdown';
import { judged, length, opening, semicolon, tooltip, words } from './rules';
import type { Text } from './texts';

export interface Finding {
	area: Text['area'];
	place: string;
	line: number;
	message: string;
	/** Whether it counts against what its area is allowed, and is not wrong in any case. */
	isJudged: boolean;
}

const kernel = new TextlintKernel();
const always = { words, length, opening };
const rulesOf: Record<NonNullable<Text['kind']>, object> = {
	label: { words },
	notice: { ...always, semicolon },
	message: { ...always, semicolon },
	tooltip: { ...always, semicolon, tooltip },
};

/** The findings in a text. */
export async function findingsIn({ area, place, text, kind }: Text): Promise<Finding[]> {
	const chosen = kind ? rulesOf[kind] : always;
	const { messages } = await kernel.lintText(text, {
		ext: '.md',
		filePath: `${place}.md`,
		plugins: [{ pluginId: 'markdown', plugin: markdown }],
		rules: Object.entries(chosen).map(([ruleId, rule]) => ({
			ruleId,
			rule: rule as typeof words,
		})),
	});
	return messages.map(({ message, line }) => ({
		area,
		place,
		line,
		message,
		isJudged: message.startsWith(judged),
	}));
}
