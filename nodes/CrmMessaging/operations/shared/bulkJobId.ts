import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { propertyOf } from '../../form/property';
import type { Batch } from '../../run/operation';
import type { ItemParameters } from '../../run/parameters';
import { endpoints } from '../../interface/endpoints';
import { bulkId } from '../../interface/bulkJob';
import type { ServiceRequest } from '../../transport/request';

/** The form's control for a bulk job; the service offers no list to choose from. */
export const bulkIdProperty: INodeProperties = propertyOf(bulkId, {
	placeholder: 'e.g. {{ $json._id }}',
});

/** Reads which bulk job an item asks for. */
export function readBulkId(item: ItemParameters): IDataObject[] {
	return [{ id: item.field(bulkId) as string }];
}

/** The request that reads a bulk job. */
export function bulkJobRequest({ entries: [job] }: Batch): ServiceRequest {
	return { endpoint: endpoints.bulkJob, segments: { bulk_id: job?.data.id as string } };
}
