import { inItemOrder, inOrderOfLinks } from '../../../nodes/CrmMessaging/engine/report';
import { Call } from '../../../nodes/CrmMessaging/engine/row';
import { rowOf } from './rows';

const json = { id: '7' };

describe('results', () => {
	it('lead to the items of their row, to those they name, or to all of their request', () => {
		const [merged, other] = [Object.assign(rowOf(2), { items: [2, 4] }), rowOf(0)];
		const call = new Call({}, [merged, other, rowOf(2)]);
		merged.give(json);
		merged.give(json, { rejected: 'no' }, [4]);
		other.give(json);
		call.share(json, { unclear: true });
		expect(merged.outputs).toEqual([
			{ json, items: [2, 4] },
			{ json, items: [4], rejected: 'no' },
		]);
		expect(other.outputs).toEqual([{ json, items: [0] }]);
		expect(call.shared).toEqual([{ json, items: [2, 4, 0], unclear: true }]);
	});

	it('come in the order of the first item each leads to; equals stay as they are', () => {
		const firsts = [[4], [1, 0], [], [1], [3, 2]];
		const inOrder = [[], [1, 0], [1], [3, 2], [4]];
		expect(inItemOrder(firsts.map((items) => ({ items })))).toEqual(
			inOrder.map((items) => ({ items })),
		);
		const linked = (items: number[]) => {
			const links = items.map((item) => ({ item }));
			return { json, pairedItem: links.length === 1 ? links[0] : links };
		};
		const output = firsts.filter(({ length }) => length).map(linked);
		expect(inOrderOfLinks(output)).toEqual(inOrder.slice(1).map(linked));
	});
});
