import {
	outcomesOf,
	type EndedRequest,
	outcomeCounts,
	outcomeSentence,
} from '../../../nodes/CrmMessaging/engine/outcomes';
import { recipientNamed } from '../../../nodes/CrmMessaging/engine/recipient';
import { formatList, formatItems } from '../../../nodes/CrmMessaging/engine/hints';
import type { Unit } from '../../../nodes/CrmMessaging/engine/unit';
import type { Failure } from '../../../nodes/CrmMessaging/service/failure';

const unit = (item: number, place = 0): Unit => ({
	items: [item],
	place,
	recipient: recipientNamed({ phone: `+${item}${place}` }),
});
const refused: Failure = { kind: 'refused', message: '', advice: '' };
const unknown: Failure = { ...refused, kind: 'outcomeUnknown', outcomeUnknown: true };
const result = (item: number, delivery_id: string, more: object = {}) => ({
	json: { delivery_id },
	items: [item],
	place: 0,
	...more,
});

/** The outcomes of some units, each told by its item and its id. */
function told(units: Unit[], requests: EndedRequest[]): Record<string, string[]> {
	const { called, ...lists } = outcomesOf(units, requests, 'deliveries');
	expect(called).toBe('deliveries');
	return Object.fromEntries(
		Object.entries(lists)
			.filter(([, list]) => list.length > 0)
			.map(([outcome, list]) => [
				outcome,
				list.map(({ items, recipient, id }) =>
					[items, recipient, id].flat().join(' ').trim(),
				),
			]),
	);
}

describe('what became of everybody', () => {
	it('is told by the answers, the failures and what was never sent', () => {
		const [a, b, c, d, e] = [unit(0), unit(1), unit(2), unit(3), unit(4)];
		const requests: EndedRequest[] = [
			{ units: [a, b], results: [result(1, 'd1', { rejected: 'no' }), result(0, 'd0')] },
			{ units: [c], failure: refused },
			{ units: [d], failure: unknown },
		];
		expect(told([a, b, c, d, e], requests)).toEqual({
			accepted: ['0 +00 d0'],
			rejected: ['1 +10 d1'],
			notSent: ['2 +20', '4 +40'],
			unknown: ['3 +30'],
		});
	});

	it('gives the id of a request to all of it, and none where there are several', () => {
		const units = [unit(0), unit(0, 1)];
		const job = { json: { _id: 'b' }, items: [0] };
		expect(told(units, [{ units, results: [job] }])).toEqual({
			accepted: ['0 +00 b', '0 +01 b'],
		});
		const two = [job, { ...job, json: { uuid: 'c' } }];
		expect(told(units, [{ units, results: two }])).toEqual({ accepted: ['0 +00', '0 +01'] });
		expect(told(units, [{ units, results: [{ json: { uuid: 5 }, items: [0] }] }])).toEqual({
			accepted: ['0 +00 5', '0 +01 5'],
		});
	});

	it('is unknown for all where an answer does not say whom it rejected', () => {
		const units = [unit(0), unit(1)];
		const results = [{ json: {}, items: [0, 1], rejected: 'somebody' }];
		expect(told(units, [{ units, results }])).toEqual({ unknown: ['0 +00', '1 +10'] });
	});

	it('is unknown where the answer does not show it', () => {
		const units = [unit(0), unit(1)];
		const own = [
			result(0, 'd0', { unclear: true }),
			result(1, 'd1'),
			result(1, 'd2', { unclear: true }),
		];
		expect(told(units, [{ units, results: own }])).toEqual({
			unknown: ['0 +00 d0', '1 +10 d1'],
		});
		const shared = [{ json: {}, items: [0, 1], unclear: true }];
		expect(told(units, [{ units, results: shared }])).toEqual({ unknown: ['0 +00', '1 +10'] });
	});

	it('is rejected where one of several results of a target is', () => {
		const units = [unit(0)];
		const results = [result(0, 'd1'), result(0, 'd2', { rejected: 'no' }), result(0, 'd3')];
		expect(told(units, [{ units, results }])).toEqual({ rejected: ['0 +00 d1'] });
	});

	it('tells whoever stands now where another one stood in an earlier try', () => {
		const earlier = { units: [unit(0)], results: [result(0, 'd0')], isEarlier: true };
		const now = { ...unit(0), recipient: recipientNamed({ phone: '+9' }) };
		expect(told([now], [earlier])).toEqual({ accepted: ['0 +00 d0'], notSent: ['0 +9'] });
	});
});

describe('the sentence about it', () => {
	const outcomes = (accepted = 0, rejected = 0, unknown = 0, notSent = 0) => {
		const [a, b, c, d] = [accepted, rejected, unknown, notSent].map((length) =>
			Array.from({ length }, () => ({ items: [0] })),
		);
		return { called: 'contacts', accepted: a!, rejected: b!, unknown: c!, notSent: d! };
	};

	it.each([
		[outcomes(20, 0, 0, 10), 'Of 30 contacts, 20 were accepted and 10 were not sent.'],
		[
			outcomes(1, 1, 1, 1),
			'Of 4 contacts, 1 was accepted, 1 was rejected by the service, 1 may have been accepted, and 1 was not sent.',
		],
		[
			outcomes(1000, 2),
			'Of 1,002 contacts, 1,000 were accepted and 2 were rejected by the service.',
		],
		[outcomes(0, 0, 0, 3), 'None of the 3 contacts was sent.'],
		[outcomes(0, 0, 1234), 'All 1,234 contacts may have been accepted.'],
		[outcomes(0, 2), 'All 2 contacts were rejected by the service.'],
	])('%#: counts', (given, sentence) => expect(outcomeSentence(given)).toBe(sentence));

	it('counts nothing where there is nothing', () => expect(outcomeCounts(outcomes())).toBe(''));
});

describe('many items', () => {
	const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);

	it.each<[number[], string]>([
		[[], 'item 0'],
		[[4], 'item 4'],
		[[0, 1], 'items 0–1'],
		[[9, 1, 4], 'items 1, 4, 9'],
		[upTo(1000), 'items 0–999'],
		[[0, 1, 2, 5, 7, 8], 'items 0–2, 5, 7–8'],
		[upTo(12).map((at) => at * 2), 'items 0, 2, 4, 6, 8, 10, 12, 14, 16, 18 and 2 more'],
	])('%j are named in short', (items, text) => expect(formatItems(items)).toBe(text));

	it('are counted where they are too many to name', () => {
		expect(formatList(upTo(10))).toBe('0, 1, 2, 3, 4, 5, 6, 7, 8, 9');
		expect(formatList(upTo(2010))).toBe('0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2,000 more');
	});
});
