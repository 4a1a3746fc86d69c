import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { CrmMessaging } from '../../../nodes/CrmMessaging/CrmMessaging.node.ts';
import { formOf } from '../../../nodes/CrmMessaging/editor/form';
import { chosenOperation, operations } from '../../../nodes/CrmMessaging/actions';
import { contactUpsert } from '../../../nodes/CrmMessaging/actions/contact/upsert.operation';
import { runOrResume } from '../../../nodes/CrmMessaging/callbacks/waitForResult';
import { madeUpOperations } from './made-up';

const known = [...operations, ...madeUpOperations];

/** The action node, with operations that exist only in tests. */
export class NodeWithMadeUp extends CrmMessaging {
	constructor() {
		super();
		this.description.properties = formOf(known, contactUpsert.resource);
	}

	override async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await runOrResume(this, () => chosenOperation(this, known))];
	}
}

/** The full name of its type. */
export const madeUpType = 'test.crmMessagingWithMadeUp';
export const nodeWithMadeUp = new NodeWithMadeUp();
