import { isInUse } from '../../../nodes/CrmMessaging/fields/numberingPlan';
import { checkSync } from 'recheck';
import ts from 'typescript';
import { secretOf } from '../../../nodes/CrmMessaging/service/endpoints';
import { Redactor } from '../../../nodes/CrmMessaging/service/redactor';
import { filesIn, readText } from '../documents/page';

// Its other backends need programs that not every machine has.
process.env.RECHECK_BACKEND = 'pure';

interface Pattern {
	file: string;
	/** As it is in the source; undefined if it is built at run time. */
	literal: string | undefined;
}

/** Every pattern in the sources of the package. */
function patternsIn(folder: string): Pattern[] {
	return filesIn(folder, '.ts').flatMap((file) => {
		const found: Pattern[] = [];
		const visit = (node: ts.Node): void => {
			const isMade =
				(ts.isNewExpression(node) || ts.isCallExpression(node)) &&
				node.expression.getText() === 'RegExp';
			const isLiteral = ts.isRegularExpressionLiteral(node);
			if (isMade || isLiteral)
				found.push({ file, literal: isLiteral ? node.text : undefined });
			ts.forEachChild(node, visit);
		};
		visit(ts.createSourceFile(file, readText(file), ts.ScriptTarget.Latest, true));
		return found;
	});
}

const patterns = [...patternsIn('nodes'), ...patternsIn('credentials')];

/** Checks by steps. Without limits of time, a busy machine finds the same. */
const byStepsOnly = {
	timeout: null,
	seedingTimeout: null,
	incubationTimeout: null,
	attackTimeout: null,
	randomSeed: 0,
};

/** The patterns that don't match in linear time, each with an attack. */
function slowOf(found: Iterable<Pick<RegExp, 'source' | 'flags'>>): string[] {
	return [...found].flatMap(({ source, flags }) => {
		const result = checkSync(source, flags, byStepsOnly);
		if (result.status === 'safe') return [];
		const attack = result.status === 'vulnerable' ? result.attack.pattern : result.error.kind;
		return [`/${source}/${flags} is slow: ${attack}`];
	});
}

/** Texts of any length may come from items, callers and the service. */
describe('a pattern', () => {
	it('matches in linear time, whatever the text', () => {
		const literals = [...new Set(patterns.flatMap(({ literal }) => literal ?? []))];
		expect(literals.length).toBeGreaterThan(50);
		const found = literals.map((literal) => {
			const end = literal.lastIndexOf('/');
			return { source: literal.slice(1, end), flags: literal.slice(end + 1) };
		});
		expect(slowOf(found)).toEqual([]);
	}, 120_000);

	/** Files that build patterns at run time, each with a call that builds some of them. */
	const builtAtRunTime: Record<string, () => unknown> = {
		// Its texts have 15 digits at most.
		'nodes/CrmMessaging/fields/numberingPlan.ts': () =>
			['+34600123456', '+4917012345678'].map((number) => isInUse(number, 'any')),
		'nodes/CrmMessaging/service/endpoints.ts': () => secretOf('/v2/account/a/contacts'),
		'nodes/CrmMessaging/service/redactor.ts': () =>
			['aaaaaaaa', '\\\\\\\\\\\\\\\\', '&amp;&amp;', '%25%25%25'].map((secret) =>
				new Redactor([secret]).inText('text'),
			),
	};

	it('that is built at run time is tested here', () => {
		const files = patterns.filter(({ literal }) => !literal).map(({ file }) => file);
		expect(Object.keys(builtAtRunTime)).toEqual([...new Set(files)].sort());
	});

	it.each(Object.keys(builtAtRunTime))(
		'that is built at run time is fast, too: %s',
		(file) => {
			const built = jest.spyOn(globalThis, 'RegExp');
			builtAtRunTime[file]!();
			const found = built.mock.results.map(({ value }) => value as RegExp);
			built.mockRestore();
			expect(found.length).toBeGreaterThan(0);
			expect(slowOf(found)).toEqual([]);
		},
		120_000,
	);
});
