import samples from './samples.json';

/** An answer of a booking system, or a part of one. */
export type Document = Record<string, unknown>;

/** The reservations of three booking systems, each by the id in its requests. */
export interface Reservations {
	/** Says in its events which reservation changed, and answers with that one. */
	one: Map<string, Document>;
	/** Sends lists of events, and answers with lists. */
	two: { reservations: Map<string, Document>; customers: Map<string, Document> };
	/** Sends topics, and answers with all guests of the reservation. */
	three: Map<string, Document>;
}

/** The reservations that the samples of the examples are about. */
export function sampleReservations(): Reservations {
	const { one, two, three } = structuredClone(samples);
	return {
		one: byKey(one, 'reservationID'),
		two: {
			reservations: byKey(two.reservations, 'Id'),
			customers: byKey(two.customers, 'Id'),
		},
		three: byKey(three, 'id'),
	};
}

function byKey(documents: Document[], key: string): Map<string, Document> {
	return new Map(documents.map((document) => [document[key] as string, document]));
}
