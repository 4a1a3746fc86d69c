import { always, lost, unclearOr } from './fault';
import type { Fault } from './fault';
import { describeFaults } from './expect-fault';

const checkServer = 'Nothing was sent. Check Base URL in the credential and that the server runs.';
const broken = (code: string): Fault['message'] =>
	always(`The connection to {host} broke before an answer came (${code})`);
const leftOpen = unclearOr('Try again later.');

const breaks = { arrive: lost, message: broken('ECONNRESET'), advice: leftOpen };

describe('a connection that breaks', () => {
	describeFaults([
		{
			name: 'refused',
			at: 'closed',
			arrive: 0,
			message: always('The server {host} refused the connection (ECONNREFUSED)'),
			advice: always(checkServer),
		},
		{
			name: 'unknown host',
			at: 'unknown',
			arrive: 0,
			message: always('The server {host} has a name that is not known (ENOTFOUND)'),
			advice: always(checkServer),
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
