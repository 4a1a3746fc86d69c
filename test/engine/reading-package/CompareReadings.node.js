const { isDeepStrictEqual } = require('node:util');
const { followPath, plainPathOf } = require('../../../dist/nodes/CrmMessaging/run/plainPath');
const { readerOf } = require('../../../dist/nodes/CrmMessaging/run/parameterReader');

/** For each item, reads the expression of the same place in both ways: the package's and n8n's own. */
class CompareReadings {
	description = {
		displayName: 'Compare Readings',
		name: 'compareReadings',
		group: ['output'],
		version: 1,
		description: 'Reads a parameter in two ways',
		defaults: { name: 'Compare Readings' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [{ displayName: 'Places', name: 'places', type: 'json', default: [] }],
	};

	async execute() {
		const raw = this.getNode().parameters.places;
		const output = this.getInputData().map(({ json }, item) => {
			const address = `places[${item}]`;
			const own = outcome(() => readerOf(this, raw[item], address)(item, json));
			const engine = outcome(() => this.getNodeParameter(address, item));
			const path = plainPathOf(raw[item].value);
			return {
				json: {
					same: isDeepStrictEqual(own, engine),
					direct: path !== undefined && followPath(json, path) !== undefined,
					own: shown(own),
					engine: shown(engine),
				},
				pairedItem: { item },
			};
		});
		return [output];
	}
}

function outcome(read) {
	try {
		return { value: read() };
	} catch (error) {
		return { error: error.message };
	}
}

function shown(value) {
	return require('node:util').inspect(value, { depth: 5 });
}

module.exports = { CompareReadings };
