import { account } from '../running-service';
import { everyEndpoint } from '../every-operation/endpoint-cases';
import type { EndpointCase } from '../every-operation/endpoint-cases';
import { linksOf } from '../node-runner';
import { echo, unclearOr } from './fault';
import type { Fault } from './fault';
import { describeFaults } from './expect-fault';
import { FaultBench } from './fault-bench';

const noObject = (): string => 'it is not a JSON object';
const inObject = ({ misses }: EndpointCase): string => misses!.inObject;
const inList = ({ misses }: EndpointCase): string => misses!.inList;
const huge = 'x'.repeat(10_000_000);

/** A success whose body cannot be read: the work was done. */
function unreadable(name: string, body: unknown, what: (endpoint: EndpointCase) => string): Fault {
	return {
		name,
		action: { processThenRespond: { status: 200, body } },
		taken: true,
		message: (endpoint) =>
			`The service accepted the request, but its answer cannot be read: ${what(endpoint)}`,
		advice: unclearOr('Check that Base URL in the credential leads to the service itself.'),
	};
}

const listsAsObjects = { deliveries: { 0: {} }, campaigns: {}, bulk: [], hotel_data: [] };

describe('a success that cannot be read', () => {
	describeFaults(
		[
			unreadable('malformed', `{"deliveries": ${echo}`, noObject),
			unreadable('empty', '', noObject),
			unreadable('cut off', '{"deliveries": [{"valid": tr', noObject),
			unreadable('a page', `<html>${account.masterSecret}</html>`, noObject),
			unreadable('null', 'null', noObject),
			unreadable('a text', '"x"', noObject),
			unreadable('a number', '7', noObject),
			unreadable('an empty object', {}, inObject),
			unreadable('an object with an error', { error: echo }, inObject),
			unreadable('an empty list', [], inList),
			unreadable('a list where an object is meant', [{ _id: 'b-1', uuid: 'h-1' }], inList),
			unreadable('an object where a list is meant', listsAsObjects, inObject),
			unreadable('10 MB that are no JSON', `{"deliveries": "${huge}`, noObject),
			unreadable('10 MB of something else', { text: huge }, inObject),
		],
		everyEndpoint.filter(({ success }) => success === 'json'),
	);
});

describe('a success of an endpoint that has nothing to say', () => {
	const bench = new FaultBench();
	const silent = everyEndpoint.filter(({ success }) => success === 'nothing');

	it.each(silent)('is none the worse for what it says: $name', async (endpoint) => {
		for (const body of ['', '{', '<html>', [], { error: echo }]) {
			const action = { processThenRespond: { status: 200, body } };
			const run = await bench.run(endpoint, { action }, 2);
			expect(run.status).toBe('success');
			expect(linksOf(run.output)).toEqual([[0], [1]]);
			expect(bench.arrived).toBe(2);
		}
	});
});
