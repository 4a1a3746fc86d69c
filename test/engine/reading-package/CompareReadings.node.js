const { isDeepStrictEqual } = require('node:util');
const {
	followPath,
	plainPathOf,
	unclear,
} = require('../../../dist/nodes/CrmMessaging/engine/expressions/plainPath');
const { outcome, ownReader, shown, windowsOf } = require('./readings');

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
			const address = `places[${item}].value`;
			const read = ownReader(this, windowsOf(this, []), raw[item].value, address);
			const own = outcome(() => read(item, json));
			const engine = outcome(() => this.getNodeParameter(address, item));
			const path = plainPathOf(raw[item].value.slice('={{'.length, -'}}'.length));
			return {
				json: {
					same: isDeepStrictEqual(own, engine),
					direct: path !== undefined && followPath(json, path) !== unclear,
					own: shown(own),
					engine: shown(engine),
				},
				pairedItem: { item },
			};
		});
		return [output];
	}
}

module.exports = { CompareReadings };
