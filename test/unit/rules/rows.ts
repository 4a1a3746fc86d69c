import type { IDataObject } from 'n8n-workflow';
import { newRow } from '../../../nodes/CrmMessaging/engine/read/readRows';
import type { Row } from '../../../nodes/CrmMessaging/engine/row';

/** A row of an item, before it is sent. */
export function rowOf(item: number, body: IDataObject = {}, more: Partial<Row> = {}): Row {
	return { ...newRow(item, 0, { envelope: {}, body }), ...more };
}
