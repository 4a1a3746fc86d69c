import { randomInt } from 'node:crypto';

/**
 * Guests by country: language, cities, female, male and last names, and numbers set aside for fiction
 * there, in which `#` is any digit from 1 to 9. Their countries use these numbers, so no hint doubts them.
 */
const ORIGINS = {
	ES: 'es_ES | Valencia Sevilla Bilbao Zaragoza | Ana Lucía Carmen Elena | Javier Álvaro Miguel Iñigo | García Navarro Ibáñez Ortega | +34600000###',
	AU: "en_AU | Sydney Perth Hobart Cairns | Emily Grace Priya Hannah | Oliver James Tariq Rhys | Walker Patel Hughes O'Connor | +61491570156 +61491570157 +61491570158 +61491570159",
	SE: 'sv_SE | Lund Kiruna Malmö Borås | Elsa Åsa Freja Märta | Hugo Nils Björn Karim | Lindqvist Åberg Nyström Sjögren | +467017406##',
	US: 'en_US | Portland Austin Boston Denver | Olivia Maya Sofia Harper | Ethan Noah Diego Marcus | Reed Nguyen Ramirez Bennett | +120255501##',
};

const ROOM_TYPES = [
	['0b9f6d1e-5c1a-4c6b-9a53-7f0e8f2d1a01', 'Double room, sea view', 137.5],
	['4e2a7c90-1b7d-4f0e-8d36-2c5b9e6f3b02', 'Single room, garden', 89],
	['9d3c5b8a-6f42-4a19-b7e5-1a8d4c7e5c03', 'Junior suite with terrace', 228.4],
] as const;

/** The states of a reservation that the buttons lead to. */
export type ReservationStatus = 'confirmed' | 'checked_in' | 'canceled';

/** A reservation as the booking system describes it, and its guest. */
export type Booking = ReturnType<typeof randomBooking>;

/** A new, confirmed booking of a made-up guest, some days ahead. */
export function randomBooking(number: number) {
	return { reservation: randomReservation(number), guest: randomGuest(number) };
}

function randomReservation(number: number) {
	const [id, name, perNight] = pick(ROOM_TYPES);
	const nights = randomInt(1, 8);
	const days = randomInt(3, 45);
	return {
		id: `R-${104_000 + number}`,
		status: 'confirmed' as ReservationStatus,
		room_type: { id, name },
		check_in: dayAfter(days),
		check_out: dayAfter(days + nights),
		nights,
		total: { amount: Math.round(perNight * nights * 100) / 100, currency: 'EUR' },
	};
}

function randomGuest(number: number) {
	const [country, origin] = pick(Object.entries(ORIGINS));
	const [language, city, female, male, last_name, phone] = origin
		.split(' | ')
		.map((list) => pick(list.split(' ')));
	const gender = pick(['female', 'male'] as const);
	const first_name = gender === 'female' ? female! : male!;
	// `Iñigo O'Connor` → `inigo.oconnor`.
	const mailbox = `${first_name}.${last_name}`.normalize('NFD').replace(/[^A-Za-z.]/g, '');
	return {
		id: `G-${5_500 + number}`,
		first_name,
		last_name,
		email: `${mailbox.toLowerCase()}.${number}@example.com`,
		phone: phone!.replace(/#/g, () => String(randomInt(1, 10))),
		language,
		gender,
		country,
		city,
		marketing_consent: randomInt(5) > 0,
	};
}

function pick<T>(choices: readonly T[]): T {
	return choices[randomInt(choices.length)]!;
}

/** The day so many days from now. */
function dayAfter(days: number): string {
	return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
