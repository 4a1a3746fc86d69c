/** A credential that signs requests with a function, and fills in a default. */
class FixtureApi {
	name = 'fixtureApi';
	displayName = 'Fixture API';
	properties = [
		{ displayName: 'Base URL', name: 'baseUrl', type: 'string', default: '' },
		{ displayName: 'Secret', name: 'secret', type: 'string', default: '' },
		{ displayName: 'Scheme', name: 'scheme', type: 'string', default: 'Token' },
	];

	async authenticate({ scheme, secret }, request) {
		return {
			...request,
			headers: { ...request.headers, authorization: `${scheme} ${secret}` },
		};
	}
}

module.exports = { FixtureApi };
