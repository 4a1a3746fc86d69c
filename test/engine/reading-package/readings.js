const { inspect } = require('node:util');

const compiled = '../../../dist/nodes/CrmMessaging/engine';
const { readerOf } = require(`${compiled}/expressions/parameterReader`);
const { ExpressionBatches } = require(`${compiled}/expressions/expressionBatches`);

/** The package's reader of a parameter, as a function of item and data. */
exports.ownReader = (context, windows, raw, address) => {
	const reader = readerOf(context, windows, raw, address);
	return typeof reader === 'function' ? reader : () => reader.value;
};

exports.windowsOf = (context, items) => new ExpressionBatches(context, items);

exports.outcome = (read) => {
	try {
		return { value: read() };
	} catch (error) {
		const { name, message, description, context } = error;
		return { error: { name, message, description, context } };
	}
};

exports.shown = (value) => inspect(value, { depth: 5 });
