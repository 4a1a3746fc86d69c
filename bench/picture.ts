/** The picture of docs/performance.md: how long some cases took, as bars. */
import { contenderTitles } from './contenders/contender';
import type { ContenderName } from './contenders/contender';
import type { MeasuredGroup } from './results';
import type { StoredReport } from './stored-report';

/** A case of the picture. */
interface Panel {
	group: string;
	title: string;
	contenders: ContenderName[];
	/** What a bar is as long as: the whole time, or that of an item where some ran over fewer. */
	of: 'milliseconds' | 'perItem';
}

export const panels: readonly Panel[] = [
	{
		group: 'purchases-100-at-100-ms',
		title: '100 purchases, 100 ms a request',
		contenders: ['node20', 'node', 'plain20', 'batched', 'single'],
		of: 'milliseconds',
	},
	{
		group: 'sms-20000-at-100-ms',
		title: '20,000 SMS, 100 ms a request',
		contenders: ['node20', 'node', 'plain20', 'batched'],
		of: 'milliseconds',
	},
	{
		group: 'sms-expressions-10000',
		title: 'SMS with three expressions, an item',
		contenders: ['node', 'plain', 'single'],
		of: 'perItem',
	},
	{
		group: 'contacts-10000',
		title: 'Contacts mapped automatically, an item',
		contenders: ['node', 'plain', 'batched', 'single'],
		of: 'perItem',
	},
];

const width = 860;
const margin = 24;
const labels = 300;
const barHeight = 18;
const step = 26;
const heading = 34;
const longestBar = width - 2 * margin - labels - 90;

const own = '#ea580c';
const others = '#94a3b8';
const ink = '#1e293b';

function timeOf(milliseconds: number): string {
	if (milliseconds >= 1000) return `${(milliseconds / 1000).toPrecision(3)} s`;
	if (milliseconds >= 1) return `${milliseconds.toPrecision(3)} ms`;
	return `${(milliseconds * 1000).toPrecision(2)} µs`;
}

function text(x: number, y: number, content: string, more = ''): string {
	return `<text x="${x}" y="${y}"${more}>${content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`;
}

/** The bars of a panel below a height, and the height below them. */
function drawn(
	{ title, contenders, of }: Panel,
	group: MeasuredGroup,
	top: number,
): { lines: string[]; bottom: number } {
	const bars = contenders.flatMap((name) => {
		const measured = group.contenders[name];
		return measured ? [{ name, value: measured[of] }] : [];
	});
	const longest = Math.max(...bars.map(({ value }) => value));
	const lines = [text(margin, top + 20, title, ' font-weight="600" font-size="15"')];
	bars.forEach(({ name, value }, at) => {
		const y = top + heading + at * step;
		const length = Math.max(2, Math.round((value / longest) * longestBar));
		const x = margin + labels;
		const fill = name.startsWith('node') ? own : others;
		lines.push(
			text(margin, y + 14, contenderTitles[name]),
			`<rect x="${x}" y="${y}" width="${length}" height="${barHeight}" rx="3" fill="${fill}"/>`,
			text(x + length + 8, y + 14, timeOf(value)),
		);
	});
	return { lines, bottom: top + heading + bars.length * step + 14 };
}

/** Draws what was measured; light, so that it can be read on any page. */
export function pictureOf({ groups }: StoredReport): string {
	const lines: string[] = [];
	let bottom = 12;
	for (const panel of panels) {
		const group = groups.find(({ name }) => name === panel.group);
		if (!group) continue;
		const panelDrawn = drawn(panel, group, bottom);
		lines.push(...panelDrawn.lines);
		bottom = panelDrawn.bottom;
	}
	const height = bottom + 8;
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="system-ui, sans-serif" font-size="13" fill="${ink}">
<title>How long some cases took</title>
<rect width="${width}" height="${height}" rx="8" fill="#ffffff" stroke="#cbd5e1"/>
${lines.join('\n')}
</svg>
`;
}
