import { findingsIn, type Audit } from '../../tools/audit-findings';

const advisory = (id: number) => ({
	name: 'left-pad',
	title: `Pads too far ${id}`,
	severity: 'high',
	url: `https://advisories.example.com/${id}`,
});

/** Two advisories, one of them told of two packages. */
const audit: Audit = {
	vulnerabilities: {
		'left-pad': { via: [advisory(1), advisory(2)] },
		'right-pad': { via: ['left-pad', advisory(1)] },
	},
};

describe('an audit', () => {
	test('names each advisory that nobody has explained, once', () => {
		expect(findingsIn(audit, { [advisory(2).url]: 'Only the tests pad.' })).toEqual([
			'left-pad, high: Pads too far 1 (https://advisories.example.com/1)',
		]);
		expect(findingsIn(audit, { [advisory(1).url]: ' ', [advisory(2).url]: '' })).toHaveLength(
			2,
		);
	});

	test('names each explanation that is no longer needed', () => {
		expect(findingsIn({ vulnerabilities: {} }, { [advisory(1).url]: 'Gone.' })).toEqual([
			'https://advisories.example.com/1 is explained, but nothing here has it any more',
		]);
		expect(findingsIn({ vulnerabilities: {} }, {})).toEqual([]);
	});
});

test('nothing is installed with the package but what n8n already has', () => {
	const manifest = jest.requireActual<Record<string, object>>('../../package.json');
	expect(manifest.dependencies).toBeUndefined();
	expect(Object.keys(manifest.peerDependencies!)).toEqual(['n8n-workflow']);
});
