import { randomInt } from 'node:crypto';
import type { Booking, Guest, Reservation } from './booking-event';

/** The countries of guests, with names and numbers set aside for fiction there. */
interface Origin {
	country: string;
	language: string;
	cities: string[];
	female: string[];
	male: string[];
	last: string[];
	phone: () => string;
}

const ORIGINS: Origin[] = [
	{
		country: 'ES',
		language: 'es_ES',
		cities: ['Valencia', 'Sevilla', 'Bilbao', 'Zaragoza'],
		female: ['Ana', 'Lucía', 'Carmen', 'Elena'],
		male: ['Javier', 'Álvaro', 'Miguel', 'Iñigo'],
		last: ['García', 'Navarro', 'Ibáñez', 'Ortega'],
		phone: () => `+34600000${randomInt(100, 1000)}`,
	},
	{
		country: 'GB',
		language: 'en_GB',
		cities: ['Leeds', 'Bristol', 'Edinburgh', 'Cardiff'],
		female: ['Emily', 'Grace', 'Priya', 'Hannah'],
		male: ['Oliver', 'James', 'Tariq', 'Rhys'],
		last: ['Walker', 'Patel', 'Hughes', "O'Connor"],
		phone: () => `+447700900${randomInt(100, 1000)}`,
	},
	{
		country: 'FR',
		language: 'fr_FR',
		cities: ['Lyon', 'Nantes', 'Lille', 'Toulouse'],
		female: ['Chloé', 'Camille', 'Inès', 'Margaux'],
		male: ['Hugo', 'Mathis', 'Étienne', 'Karim'],
		last: ['Moreau', 'Lefèvre', 'Garnier', 'Benali'],
		phone: () => `+336399${randomInt(80000, 90000)}`,
	},
	{
		country: 'US',
		language: 'en_US',
		cities: ['Portland', 'Austin', 'Boston', 'Denver'],
		female: ['Olivia', 'Maya', 'Sofia', 'Harper'],
		male: ['Ethan', 'Noah', 'Diego', 'Marcus'],
		last: ['Reed', 'Nguyen', 'Ramirez', 'Bennett'],
		phone: () => `+120255501${randomInt(10, 100)}`,
	},
];

const ROOM_TYPES = [
	{ id: '0b9f6d1e-5c1a-4c6b-9a53-7f0e8f2d1a01', name: 'Double room, sea view', perNight: 137.5 },
	{ id: '4e2a7c90-1b7d-4f0e-8d36-2c5b9e6f3b02', name: 'Single room, garden', perNight: 89 },
	{
		id: '9d3c5b8a-6f42-4a19-b7e5-1a8d4c7e5c03',
		name: 'Junior suite with terrace',
		perNight: 228.4,
	},
];

const DAY_MS = 86_400_000;

/**
 * A new, confirmed booking of a made-up guest, some days ahead.
 * @param number makes the ids unique
 */
export function randomBooking(number: number): Booking {
	return { reservation: randomReservation(number), guest: randomGuest(number) };
}

function randomReservation(number: number): Reservation {
	const { perNight, ...room_type } = pick(ROOM_TYPES);
	const nights = randomInt(1, 8);
	const arrival = Date.now() + randomInt(3, 45) * DAY_MS;
	return {
		id: `R-${104_000 + number}`,
		status: 'confirmed',
		room_type,
		check_in: dateOnly(arrival),
		check_out: dateOnly(arrival + nights * DAY_MS),
		nights,
		total: { amount: Math.round(perNight * nights * 100) / 100, currency: 'EUR' },
	};
}

function randomGuest(number: number): Guest {
	const origin = pick(ORIGINS);
	const gender = pick(['female', 'male'] as const);
	const first_name = pick(origin[gender]);
	const last_name = pick(origin.last);
	return {
		id: `G-${5_500 + number}`,
		first_name,
		last_name,
		email: `${mailbox(first_name)}.${mailbox(last_name)}.${number}@example.com`,
		phone: origin.phone(),
		language: origin.language,
		gender,
		country: origin.country,
		city: pick(origin.cities),
		marketing_consent: randomInt(5) > 0,
	};
}

function pick<T>(choices: readonly T[]): T {
	return choices[randomInt(choices.length)]!;
}

function dateOnly(time: number): string {
	return new Date(time).toISOString().slice(0, 10);
}

/** `Iñigo` → `inigo`, `O'Connor` → `oconnor`. */
function mailbox(name: string): string {
	return name
		.normalize('NFD')
		.replace(/[^A-Za-z]/g, '')
		.toLowerCase();
}
