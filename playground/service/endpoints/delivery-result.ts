import type { Readings } from '../readings';

/** A delivery, as far as its result tells of it. */
interface Delivery {
	valid: boolean;
	reason?: string;
	delivery_id: string;
}

/**
 * The result of a delivery in an answer (document: Delivery result), by how `valid` is read.
 * @param delivery as it is kept
 * @param readings how the document is read
 */
export function resultOf({ valid, reason, delivery_id }: Delivery, { verdict }: Readings) {
	if (valid) return { valid, delivery_id };
	switch (verdict) {
		case 'withReason':
			return { valid, delivery_id, reason };
		case 'asText':
			return { valid: 'no', delivery_id };
		case 'errorAlone':
			return { error: reason, delivery_id: null };
		case 'leftOut':
			return { delivery_id };
		default:
			return { valid, delivery_id };
	}
}
