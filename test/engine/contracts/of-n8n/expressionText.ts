import { expressionParts } from '../../../../nodes/CrmMessaging/n8n/expressionText';
import type { Prober } from '../probe';

export function contract(this: Prober): void {
	it.each([
		...['={{ 1 }}', '= {{ 1 }}', '=a{{ 1 }}{{ 2 }}b', '={{ "}}" }}', '=text', '='],
		...['=a\\\\b{{ 1 }}\\\\c', '=\\n{{ 1 }}', '=}} {{ 1 }} }}', '={{{ 1 }}}', '={{ [1] }} {'],
	])('is taken apart as n8n does: %s', async (raw) => {
		let whole: unknown;
		let joined: unknown;
		const { status } = await this.run(async (context) => {
			const read = (text: string) => context.evaluateExpression(text, 0) as unknown;
			const parts = expressionParts(raw)!;
			try {
				whole = read(raw.slice(1));
			} catch {
				return [];
			}
			const values = parts.map((part) =>
				'text' in part ? part.text : read(`{{${part.code}}}`),
			);
			joined = values.length === 1 ? values[0] : values.join('');
			return [];
		});
		expect([status, joined]).toEqual(['success', whole]);
	});

	it('is left to n8n where nothing closes its code', () => {
		expect(expressionParts('=a {{ b')).toBeUndefined();
	});
}
