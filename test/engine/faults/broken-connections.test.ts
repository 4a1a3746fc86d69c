import {
	brokenRequest,
	unreachableBecause,
	noAnswerBecause,
} from '../../../nodes/CrmMessaging/catalogue/requests';
import type { Sentence } from '../../../nodes/CrmMessaging/catalogue/sentence';
import { withNetworkCode } from '../sentences';
import { always, lost, unclearOr } from './fault';
import type { Fault } from './fault';
import { describeFaults } from './expect-fault';

const atHost = (sentence: Sentence, code: string): Fault['said'] =>
	always(withNetworkCode(sentence, code));

const breaks = {
	arrive: lost,
	said: unclearOr(
		withNetworkCode(brokenRequest.noAnswer(noAnswerBecause.broken('{host}')), 'ECONNRESET'),
	),
};

describe('a connection that breaks', () => {
	describeFaults([
		{
			name: 'refused',
			at: 'closed',
			arrive: 0,
			said: atHost(
				brokenRequest.unreachable('{host}', unreachableBecause.refused),
				'ECONNREFUSED',
			),
		},
		{
			name: 'unknown host',
			at: 'unknown',
			arrive: 0,
			said: atHost(
				brokenRequest.unreachable('{host}', unreachableBecause.unknown),
				'ENOTFOUND',
			),
		},
		{ name: 'reset before the request is processed', action: 'reset', ...breaks },
		{ name: 'reset in the middle of the request', at: 'cutting', ...breaks },
		{ name: 'processed, then reset', action: 'processThenReset', taken: true, ...breaks },
		{
			...breaks,
			name: 'reset in the middle of the answer',
			action: 'truncate',
			taken: true,
		},
	]);
});
