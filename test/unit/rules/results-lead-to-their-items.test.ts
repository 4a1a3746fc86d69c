import {
	inItemOrder,
	inOrderOfLinks,
	onePerItem,
	onePerRequest,
} from '../../../nodes/CrmMessaging/engine/output';

const batch = { envelope: {}, entries: [], items: [2, 0] };
const json = { id: '7' };

describe('results', () => {
	it('are one for a request, or one for each of its items', () => {
		expect(onePerRequest(json, batch)).toEqual({ results: [{ json, items: [2, 0] }] });
		const [one, other] = [2, 0].map((item) => ({ json, items: [item] }));
		expect(onePerItem(json, batch)).toEqual({ results: [one, other] });
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
