import {
	outcomesOf,
	outcomeSentence,
	settle,
} from '../../../nodes/CrmMessaging/engine/send/outcomes';
import { recipientNamed } from '../../../nodes/CrmMessaging/engine/recipient';
import { formatList, formatItems } from '../../../nodes/CrmMessaging/engine/hints';
import { Call, type Row } from '../../../nodes/CrmMessaging/engine/row';
import { outcomeOf, type Failure } from '../../../nodes/CrmMessaging/service/failure';
import { rowOf } from './rows';

const rowAt = (item: number, position = 0, phone = `+${item}${position}`): Row =>
	rowOf(item, {}, { position, recipient: recipientNamed({ phone }) });
const refused: Failure = { kind: 'service', message: '', advice: '' };
const unknown: Failure = { ...refused, outcomeUnknown: true };

/** The rows of a request whose response `answer` adds, to single rows or to the whole request. */
function answered(rows: Row[], answer: (call: Call) => void = () => undefined): Row[] {
	const call = new Call({}, rows);
	answer(call);
	settle(call);
	return rows;
}

/** The rows of each outcome, as their items, recipient and ID. */
function summaryOf(rows: Row[]): Record<string, string[]> {
	const { called, ...lists } = outcomesOf(rows, 'deliveries');
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

describe('the outcomes of a run', () => {
	it('come from responses, failures and rows that were never sent', () => {
		const [a, b, c, d, e, f, g, h] = Array.from({ length: 8 }, (_, item) => rowAt(item));
		a!.give({ delivery_id: 'd0' });
		b!.give({ delivery_id: 'd1' }, { rejected: 'no' });
		answered([a!, b!]);
		expect(outcomeOf({ ...unknown, kind: 'rejected' })).toBe('rejected');
		c!.fail(outcomeOf(refused), refused);
		d!.fail(outcomeOf(unknown), unknown);
		// An invalid row and a skipped one have no outcome.
		e!.refuse(refused);
		f!.skip();
		// It wasn't resent.
		g!.earlier = 'unknown';
		expect(summaryOf([a!, b!, c!, d!, e!, f!, g!, h!])).toEqual({
			accepted: ['0 +00 d0'],
			rejected: ['1 +10 d1'],
			notSent: ['2 +20', '7 +70'],
			unknown: ['3 +30', '6 +60'],
		});
	});

	it('are accepted if one of a target’s devices accepts', () => {
		const row = rowAt(0);
		row.give({ delivery_id: 'd1' });
		row.give({ delivery_id: 'd2' }, { rejected: 'no' });
		row.give({ delivery_id: 'd3' });
		expect(summaryOf(answered([row]))).toEqual({ accepted: ['0 +00 d1'] });
	});
});

describe('the summary of outcomes', () => {
	const outcomes = (accepted = 0, rejected = 0, unknown = 0, notSent = 0) => {
		const [a, b, c, d] = [accepted, rejected, unknown, notSent].map((length) =>
			Array.from({ length }, () => ({ items: [0] })),
		);
		return { called: 'contacts', accepted: a!, rejected: b!, unknown: c!, notSent: d! };
	};

	it.each([
		[
			outcomes(1, 1, 1, 1),
			'Of 4 contacts, 1 was accepted, 1 was rejected by the service, 1 may have been sent, and 1 wasn’t sent',
		],
		[
			outcomes(1000, 2),
			'Of 1,002 contacts, 1,000 were accepted and 2 were rejected by the service',
		],
		[outcomes(0, 0, 0, 3), 'No contacts were sent'],
		[outcomes(0, 0, 1234), 'All 1,234 contacts may have been sent'],
		[outcomes(0, 2), 'Both contacts were rejected by the service'],
	])('counts each outcome (%#)', (counts, sentence) =>
		expect(outcomeSentence(counts)).toBe(sentence),
	);
});

describe('items', () => {
	const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

	it.each<[number[], string]>([
		[[], 'item 0'],
		[[4], 'item 4'],
		[[0, 1], 'items 0–1'],
		[[9, 1, 4], 'items 1, 4, 9'],
		[upTo(1000), 'items 0–999'],
		[[0, 1, 2, 5, 7, 8], 'items 0–2, 5, 7–8'],
		[upTo(12).map((index) => index * 2), 'items 0, 2, 4, 6, 8, 10, 12, 14, 16, 18 and 2 more'],
	])('%j are listed as %s', (items, text) => expect(formatItems(items)).toBe(text));

	it('are counted if there are too many to list', () => {
		expect(formatList(upTo(10))).toBe('0, 1, 2, 3, 4, 5, 6, 7, 8, 9');
		expect(formatList(upTo(2010))).toBe('0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2,000 more');
	});
});
