import { InputError } from '../../../nodes/CrmMessaging/fields/inputError';
import { failureOf } from '../../../nodes/CrmMessaging/run/itemFailure';
import { CanceledError } from '../../../nodes/CrmMessaging/transport/client';
import { CredentialError } from '../../../nodes/CrmMessaging/transport/credential';
import {
	outcomeOf,
	ServiceError,
	type Failure,
} from '../../../nodes/CrmMessaging/transport/failure';

const refused: Failure = { kind: 'refused', message: 'The service refused it', advice: 'Wait.' };
const input = { kind: 'input', advice: '' };
const context = { nodeCause: 'Set' };

describe('what was thrown', () => {
	it.each<[what: string, thrown: unknown, failure: object]>([
		['a failure of the service', new ServiceError(refused), refused],
		[
			'a wrong value',
			new InputError('is missing', ['Sender']),
			{ ...input, message: 'Sender is missing' },
		],
		['a wrong credential', new CredentialError('a'), { ...input, message: 'a', ofRun: true }],
		['a canceled run', new CanceledError('a'), { ...input, message: 'a', ofRun: true }],
		['any other error', new TypeError('a'), { ...input, message: 'a' }],
		['a text', 'a', { ...input, message: 'a' }],
		[
			'an error of n8n',
			Object.assign(new Error('a'), { description: 'b', context }),
			{ ...input, message: 'a', advice: 'b', explanation: { context } },
		],
		[
			'an error that is described by no text',
			Object.assign(new Error('a'), { description: { b: 1 } }),
			{ ...input, message: 'a' },
		],
	])('is told as plain data: %s', (_what, thrown, failure) => {
		expect(failureOf(thrown)).toEqual(failure);
	});

	it.each<[Partial<Failure>, string]>([
		[{ kind: 'rejected', outcomeUnknown: true }, 'rejected'],
		[{ outcomeUnknown: true }, 'unknown'],
		[{ outcomeUnknown: false }, 'notSent'],
		[{}, 'notSent'],
	])('says with %j what became of the entries: %s', (change, outcome) => {
		expect(outcomeOf({ ...refused, ...change })).toBe(outcome);
	});
});
