/**
 * Writes the reference out of the node's own declarations.
 * `tsx tools/write-reference.ts [--check] [file]` writes docs/reference.md, or with `--check` exits
 * with 1 when it is out of date.
 */
import { operations } from '../nodes/CrmMessaging/actions';
import { runPageTool } from './generated-page';
import { limitsSection } from './limits';
import { declaredFields, Reference } from './reference';

runPageTool({
	file: 'docs/reference.md',
	tool: 'tools/write-reference.ts',
	text: async () =>
		[new Reference(operations, await declaredFields()).page(), limitsSection()].join('\n\n'),
});
