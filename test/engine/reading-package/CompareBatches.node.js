const { inspect, isDeepStrictEqual } = require('node:util');
const { DateTime } = require('luxon');

const compiled = '../../../dist/nodes/CrmMessaging/engine';
const { readerOf } = require(`${compiled}/expressions/parameterReader`);
const { ExpressionBatches } = require(`${compiled}/expressions/expressionBatches`);

/** The package's reader of a parameter, as a function of item and data. */
function ownReader(context, batches, raw, address) {
	const reader = readerOf(context, batches, raw, address);
	return typeof reader === 'function' ? reader : () => reader.value;
}

function outcome(read) {
	try {
		return { value: read() };
	} catch (error) {
		const { name, message, description, context } = error;
		return { error: { name, message, description, context } };
	}
}

const shown = (value) => inspect(value, { depth: 5 });

/** Reads every expression for every item in both ways: the package's and n8n's own. */
class CompareBatches {
	description = {
		displayName: 'Compare Batches',
		name: 'compareBatches',
		group: ['output'],
		version: 1,
		description: 'Reads parameters in two ways',
		defaults: { name: 'Compare Batches' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [
			{ displayName: 'Top', name: 'top', type: 'string', default: '' },
			{ displayName: 'Inner', name: 'inner', type: 'json', default: [] },
		],
	};

	/** Returns an item per expression: how often n8n evaluated it, and the differences. */
	async execute() {
		const { top = '', inner = [] } = this.getNode().parameters;
		const readByN8n = {};
		const context = new Proxy(this, {
			get(target, name) {
				const value = Reflect.get(target, name, target);
				if (typeof value !== 'function') return value;
				return (...args) => {
					if (name === 'getNodeParameter') {
						readByN8n[args[0]] = (readByN8n[args[0]] ?? 0) + 1;
					}
					return value.apply(target, args);
				};
			},
		});
		const items = this.getInputData();
		const batches = new ExpressionBatches(context, items);
		const addresses = ['top', ...inner.map((_, place) => `inner[${place}].value`)];
		const raws = [top, ...inner.map(({ value }) => value)];
		const readers = addresses.map((address, place) =>
			ownReader(context, batches, raws[place], address),
		);
		const owns = items.map(({ json }, item) =>
			readers.map((read) => outcome(() => read(item, json))),
		);
		const left = Object.keys(this.getContext('node'));
		const output = addresses.map((address, place) => {
			const different = items.flatMap(({ json }, item) => {
				const own = owns[item][place];
				const n8n = outcome(() => this.getNodeParameter(address, item));
				if (address !== 'top' && DateTime.isDateTime(n8n.value)) {
					n8n.value = n8n.value.toString();
				}
				if (isSame(own, n8n)) return [];
				return [{ item, json: shown(json), own: shown(own), n8n: shown(n8n) }];
			});
			const byItem = readByN8n[address] ?? 0;
			return { json: { raw: raws[place], byItem, different, left } };
		});
		return [output];
	}
}

/** Luxon has no two invalid dates that are equal, so dates are compared by what they say. */
function withoutDates(value) {
	if (DateTime.isDateTime(value)) {
		const { zoneName, locale, invalidReason } = value;
		return invalidReason ?? `${value.toMillis()} ${zoneName} ${locale}`;
	}
	return Array.isArray(value) ? value.map(withoutDates) : value;
}

function isSame(own, n8n) {
	const [ownValue, n8nValue] = [own.value, n8n.value].map(withoutDates);
	const isDate = DateTime.isDateTime(own.value) === DateTime.isDateTime(n8n.value);
	return isDate && isDeepStrictEqual({ ...own, value: ownValue }, { ...n8n, value: n8nValue });
}

module.exports = { CompareBatches };
