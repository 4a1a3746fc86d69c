/** A trigger that refuses calls without a key and remembers how many it took. */
class FixtureTrigger {
	description = {
		displayName: 'Fixture Trigger',
		name: 'fixtureTrigger',
		group: ['trigger'],
		version: 1,
		description: 'Takes calls',
		defaults: { name: 'Fixture Trigger' },
		inputs: [],
		outputs: ['main'],
		webhooks: [
			{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' },
		],
		properties: [],
	};

	webhookMethods = {
		default: {
			async checkExists() {
				return this.getWorkflowStaticData('node').url !== undefined;
			},
			async create() {
				this.getWorkflowStaticData('node').url = this.getNodeWebhookUrl('default');
				return true;
			},
			async delete() {
				delete this.getWorkflowStaticData('node').url;
				return true;
			},
		},
	};

	async webhook() {
		const state = this.getWorkflowStaticData('node');
		state.calls = (state.calls ?? 0) + 1;
		if (this.getQueryData().key !== 'right') {
			this.getResponseObject().status(401).json({ error: 'wrong key' });
			return { noWebhookResponse: true };
		}
		return { workflowData: [[{ json: { body: this.getBodyData(), ...state } }]] };
	}
}

module.exports = { FixtureTrigger };
