import { wrongCredential } from '../../../nodes/CrmMessaging/catalogue/requests';
import { wrongValue } from '../../../nodes/CrmMessaging/catalogue/values';
import { InputError } from '../../../nodes/CrmMessaging/fields/inputError';
import type { Sentence } from '../../../nodes/CrmMessaging/catalogue/sentence';
import { failureOf } from '../../../nodes/CrmMessaging/engine/errors';
import { CanceledError } from '../../../nodes/CrmMessaging/service/client';
import { CredentialError } from '../../../nodes/CrmMessaging/service/credential';
import { outcomeOf, ServiceError, type Failure } from '../../../nodes/CrmMessaging/service/failure';

const refused: Failure = { kind: 'refused', message: 'The service refused it', advice: 'Wait.' };
const input = { kind: 'input', message: 'a', advice: '' };
const told = ({ code, text, advice }: Sentence) => ({ code, message: text, advice });
const context = { nodeCause: 'Set' };
const ofN8n = Object.assign(new Error('a'), { description: 'b', context });

describe('what was thrown', () => {
	it.each<[what: string, thrown: unknown, failure: object]>([
		['a failure of the service', new ServiceError(refused), refused],
		[
			'a wrong value',
			new InputError(wrongValue.emptyOption(), ['A']),
			{ ...input, ...told(wrongValue.emptyOption()), message: 'A is empty' },
		],
		[
			'a wrong credential',
			new CredentialError(wrongCredential.invalidBaseUrl()),
			{ ...input, ...told(wrongCredential.invalidBaseUrl()), ofRun: true },
		],
		['a canceled run', new CanceledError('a'), { ...input, kind: 'canceled', ofRun: true }],
		['any other error', new TypeError('a'), input],
		['a text', 'a', input],
		['an error of n8n', ofN8n, { ...input, advice: 'b', explanation: { context } }],
		['one that no text describes', Object.assign(new Error('a'), { description: {} }), input],
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
