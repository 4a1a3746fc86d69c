/** Clocks of time zones as Intl knows them, for comparison with what luxon makes of a time. */

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
	let format = formats.get(timeZone);
	if (!format) {
		const numeric = 'numeric';
		format = new Intl.DateTimeFormat('en-US', {
			timeZone,
			hourCycle: 'h23',
			...{ year: numeric, month: numeric, day: numeric },
			...{ hour: numeric, minute: numeric, second: numeric },
		});
		formats.set(timeZone, format);
	}
	return format;
}

/** Milliseconds that the zone's clock is ahead of UTC at an instant. */
export function offsetAt(instant: number, zone: string): number {
	const parts = formatOf(zone).formatToParts(instant);
	const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
	const wall = Date.UTC(
		...([read('year'), read('month') - 1, read('day')] as const),
		...([read('hour'), read('minute'), read('second')] as const),
	);
	return wall - instant;
}

/**
 * The instants at which the zone's clock shows a time: usually one, none in a gap, two in an overlap.
 *
 * @param wall what the clock shows, as if it were UTC
 */
export function instantsOf(wall: number, zone: string): number[] {
	const aDay = 24 * 60 * 60 * 1000;
	const offsets = new Set([-aDay, 0, aDay].map((shift) => offsetAt(wall + shift, zone)));
	return [...offsets]
		.map((offset) => wall - offset)
		.filter((instant) => instant + offsetAt(instant, zone) === wall);
}
