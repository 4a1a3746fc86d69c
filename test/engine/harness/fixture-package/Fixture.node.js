const { NodeApiError, NodeOperationError } = require('n8n-workflow');

/** A node that does, item by item, what its `do` parameter says. */
class Fixture {
	description = {
		displayName: 'Fixture',
		name: 'fixture',
		group: ['output'],
		version: 1,
		description: 'Does what the harness tests ask',
		defaults: { name: 'Fixture' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'fixtureApi', required: false }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				path: '={{ $nodeId }}',
				restartWebhook: true,
				isFullPath: true,
			},
		],
		properties: [
			{ displayName: 'Do', name: 'do', type: 'string', default: 'echo' },
			{ displayName: 'Value', name: 'value', type: 'string', default: '' },
			{
				displayName: 'Must',
				name: 'must',
				type: 'string',
				default: '',
				required: true,
				displayOptions: { show: { do: ['require'] } },
			},
		],
	};

	methods = {
		loadOptions: {
			async secrets() {
				const { secret } = await this.getCredentials('fixtureApi');
				return [{ name: secret, value: this.getCurrentNodeParameter('value') }];
			},
		},
		listSearch: {
			async things(filter, paginationToken) {
				return { results: [{ name: `${filter}`, value: `${paginationToken}` }] };
			},
		},
		resourceMapping: {
			async fields() {
				return { fields: [] };
			},
		},
	};

	async execute() {
		const output = [];
		const context = this.getContext('node');
		context.tries = (context.tries ?? 0) + 1;
		for (const [item] of this.getInputData().entries()) {
			const value = this.getNodeParameter('value', item);
			try {
				output.push({ json: await act.call(this, item, value), pairedItem: { item } });
			} catch (error) {
				if (!this.continueOnFail()) throw error;
				output.push({ json: {}, error, pairedItem: { item } });
			}
		}
		return [output];
	}

	async webhook() {
		const { ok } = this.getBodyData();
		const kept = this.evaluateExpression(
			`{{ $node["${this.getNode().name}"].context["tries"] }}`,
		);
		if (!ok) return { webhookResponse: { waiting: true } };
		return { workflowData: [[{ json: { body: this.getBodyData(), kept } }]] };
	}
}

async function act(item, value) {
	const { tries } = this.getContext('node');
	const { baseUrl } = await this.getCredentials('fixtureApi').catch(() => ({}));
	switch (this.getNodeParameter('do', item)) {
		case 'call':
			return await this.helpers.httpRequestWithAuthentication.call(this, 'fixtureApi', {
				url: `${baseUrl}/thing`,
				method: 'POST',
				body: { value },
				json: true,
			});
		case 'failUntilThirdTry':
			if (tries < 3) {
				throw new NodeApiError(
					this.getNode(),
					{ message: 'down' },
					{ httpCode: '503', itemIndex: item },
				);
			}
			return { tries };
		case 'failOnOdd':
			if (item % 2) {
				throw new NodeOperationError(this.getNode(), `no ${value}`, {
					itemIndex: item,
					description: 'odd',
				});
			}
			return { value };
		case 'hint':
			this.addExecutionHints({ message: `hint for ${value}`, location: 'outputPane' });
			return { value };
		case 'wait':
			await this.putExecutionToWait(new Date('3000-01-01'));
			return { url: this.evaluateExpression('{{ $execution.resumeUrl }}', 0) };
		default:
			return { value };
	}
}

module.exports = { Fixture };
