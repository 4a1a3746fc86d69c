import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { checkSync } from 'recheck';
import ts from 'typescript';
import { contactPhone } from '../../../nodes/CrmMessaging/fields/types/phone';
import { secretOf } from '../../../nodes/CrmMessaging/service/endpoints';
import { Redactor } from '../../../nodes/CrmMessaging/service/redactor';
import { refusalOf } from './rule';
import { processorTime } from '../../processor-time';

const root = join(__dirname, '../../..');
// Its other backends need programs that not every machine has.
process.env.RECHECK_BACKEND = 'pure';

interface Pattern {
	file: string;
	/** As it is in the source; undefined if it is built at run time. */
	literal: string | undefined;
}

/** Every pattern in the sources of the package. */
function patternsIn(folder: string): Pattern[] {
	return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.flatMap((name) => {
			const file = join(root, folder, name);
			const source = readFileSync(file, 'utf8');
			const found: Pattern[] = [];
			const visit = (node: ts.Node): void => {
				const isMade =
					(ts.isNewExpression(node) || ts.isCallExpression(node)) &&
					node.expression.getText() === 'RegExp';
				const isLiteral = ts.isRegularExpressionLiteral(node);
				if (isMade || isLiteral) {
					const literal = isLiteral ? node.text : undefined;
					found.push({ file: relative(root, file), literal });
				}
				ts.forEachChild(node, visit);
			};
			visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
			return found;
		});
}

const patterns = [...patternsIn('nodes'), ...patternsIn('credentials')];

/** Texts of any length may come from items, callers and the service. */
describe('a pattern', () => {
	it('matches in linear time, whatever the text', () => {
		const literals = [...new Set(patterns.flatMap(({ literal }) => literal ?? []))];
		expect(literals.length).toBeGreaterThan(50);
		const slow = literals.flatMap((literal) => {
			const end = literal.lastIndexOf('/');
			const result = checkSync(literal.slice(1, end), literal.slice(end + 1), {
				timeout: 60_000,
				// On a busy machine, an attack that ends late would count as one that works.
				attackTimeout: 60_000,
				randomSeed: 0,
			});
			if (result.status === 'safe') return [];
			const attack = result.status === 'vulnerable' ? result.attack.pattern : 'not known';
			return [`${literal} is slow with ${attack}`];
		});
		expect(slow).toEqual([]);
	}, 120_000);

	/** Files that build patterns at run time, each with a call that matches a text with them. */
	const builtAtRunTime: Record<string, (text: string) => unknown> = {
		'nodes/CrmMessaging/fields/numberingPlan.ts': (text) => [
			...['+49', '+375', '+52', '0'].map((start) => refusalOf(contactPhone, start + text)),
		],
		'nodes/CrmMessaging/service/endpoints.ts': secretOf,
		'nodes/CrmMessaging/service/redactor.ts': (text) =>
			['aaaaaaaa', '\\\\\\\\\\\\\\\\', '&amp;&amp;', '%25%25%25'].map((secret) =>
				new Redactor([secret]).inSentence(text),
			),
	};

	it('that is built at run time is tested here', () => {
		const files = patterns.filter(({ literal }) => !literal).map(({ file }) => file);
		expect(Object.keys(builtAtRunTime)).toEqual([...new Set(files)].sort());
	});

	it.each(Object.keys(builtAtRunTime))('that is built at run time is fast, too: %s', (file) => {
		for (const part of 'a \\ & &amp; % %25 / /v2/account/ 2026- 0'.split(' ')) {
			const elapsed = processorTime();
			builtAtRunTime[file]!(part.repeat(20_000));
			expect(elapsed()).toBeLessThan(1500);
		}
	});
});
