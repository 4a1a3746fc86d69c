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
	return {
		one: new Map([['7061304407766', reservationOfOne]]),
		two: {
			reservations: new Map([
				[confirmedOfTwo.Id, confirmedOfTwo],
				[startedOfTwo.Id, startedOfTwo],
			]),
			customers: new Map([[customerOfTwo.Id, customerOfTwo]]),
		},
		three: new Map([[reservationOfThree.id, reservationOfThree]]),
	};
}

const reservationOfOne = {
	reservationID: '7061304407766',
	propertyID: 'hotel-aurora',
	status: 'not_confirmed',
	dateModified: '2026-11-21 10:15:00',
	guestID: '5512',
	guestName: 'Ana García',
	guestList: {
		'5512': {
			guestID: '5512',
			guestFirstName: 'Ana',
			guestLastName: 'García',
			guestEmail: 'ana.garcia@example.com',
			guestPhone: '+34600123456',
			guestCountry: 'ES',
			isMainGuest: true,
		},
	},
	assigned: [{ roomTypeID: 'double-sea-view', roomTypeName: 'Double room, sea view' }],
	startDate: '2026-12-04',
	endDate: '2026-12-07',
	total: 412.5,
	currencyCode: 'EUR',
};

const customerOfTwo = {
	Id: '35d4b117-4e60-44a3-9580-c582117eff98',
	FirstName: 'Liam',
	LastName: 'Smith',
	Email: 'liam.smith@example.com',
	Phone: '+12025550123',
	LanguageCode: 'en-GB',
};

const confirmedOfTwo = {
	Id: '0f515589-99b4-423d-b83a-b237009f0509',
	State: 'Confirmed',
	CustomerId: customerOfTwo.Id,
	RequestedCategoryId: 'single-garden',
	StartUtc: '2026-12-04T14:00:00Z',
	EndUtc: '2026-12-07T10:00:00Z',
	UpdatedUtc: '2026-11-21T10:15:00Z',
	TotalAmount: { Value: 267, Currency: 'GBP' },
};

const startedOfTwo = {
	...confirmedOfTwo,
	Id: '93e27b6f-cba7-4e0b-a24a-819e1b7b388a',
	State: 'Started',
	StartUtc: '2026-11-20T14:00:00Z',
	EndUtc: '2026-11-22T10:00:00Z',
};

const reservationOfThree = {
	id: 'XPGM-1',
	bookingId: 'XPGM',
	status: 'NoShow',
	modified: '2026-11-21T10:15:00Z',
	property: { id: 'AURORA', name: 'Hotel Aurora' },
	unitGroup: { id: 'AURORA-JST', name: 'Junior suite with terrace' },
	arrival: '2026-11-20T15:00:00+01:00',
	departure: '2026-11-23T11:00:00+01:00',
	totalGrossAmount: { amount: 685.2, currency: 'EUR' },
	primaryGuest: {
		firstName: 'Chloé',
		lastName: 'Moreau',
		email: 'chloe.moreau@example.com',
		phone: '+33612345678',
		preferredLanguage: 'fr',
	},
	additionalGuests: [
		{ firstName: 'Hugo', lastName: 'Moreau', email: 'hugo.moreau@example.com' },
		{ firstName: 'Inès', lastName: 'Moreau' },
	],
};
