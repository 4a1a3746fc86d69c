import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { CrmMessaging } from '../../../nodes/CrmMessaging/CrmMessaging.node.ts';
import { formOf } from '../../../nodes/CrmMessaging/editor/form';
import { chosenOperation, operations } from '../../../nodes/CrmMessaging/actions';
import { contactUpsert } from '../../../nodes/CrmMessaging/actions/contact/upsert.operation';
import { runOrResume } from '../../../nodes/CrmMessaging/callbacks/waitForResult';
import type { Operation } from '../../../nodes/CrmMessaging/engine/operation';
import { madeUpOperations } from './made-up';

const known = [...operations, ...madeUpOperations];

/** Which node runs an operation. */
export interface NodeOf {
	type: string;
	nodeTypes: Record<string, INodeType>;
}

function nodeThatRuns(type: string, operationOf: (of: IExecuteFunctions) => Operation): NodeOf {
	const node = new (class extends CrmMessaging {
		override async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			return [await runOrResume(this, () => operationOf(this))];
		}
	})();
	node.description.properties = formOf(known, contactUpsert.resource);
	return { type, nodeTypes: { [type]: node } };
}

/** The action node, with operations that exist only in tests. */
export const nodeWithMadeUp = nodeThatRuns('test.crmMessagingWithMadeUp', (context) =>
	chosenOperation(context, known),
);

/** A node that runs this operation, whatever its form selects. */
export function nodeOf(operation: Operation): NodeOf {
	return nodeThatRuns('test.crmMessagingOf', () => operation);
}
