import type { Request, Response } from 'express';
import type { Hotel } from '../state/records';
import type { ServiceState } from '../state/service-state';
import type { HotelDataBody } from '../state/wire';
import { Refusal } from '../http/refusals';

/**
 * Handler of `POST /v2/account/:account_id/hotel_data` (document: endpoint 4). An existing uuid,
 * which the document leaves open, is replaced.
 */
export function createHotelData(state: ServiceState) {
	return (req: Request, res: Response): void => {
		const body = req.body as HotelDataBody;
		refuseSecondLanguage(body);
		const hotel = toHotel(body);
		state.putHotel(hotel);
		res.status(201).json({ hotel_data: hotel });
	};
}

/** There is one entry per language (document: Hotel data). */
function refuseSecondLanguage({ items }: HotelDataBody): void {
	const languages = items.map(({ language }) => language.toLowerCase());
	const second = languages.findIndex((language, at) => languages.indexOf(language) < at);
	if (second >= 0) throw new Refusal(400, `items[${second}][language] occurs twice`);
}

/** Turns fields by language into languages by field. */
function toHotel({ uuid, name, items }: HotelDataBody): Hotel {
	const texts = new Map<string, Record<string, unknown>>();
	for (const { language, data } of items) {
		for (const [field, text] of Object.entries(data)) {
			texts.set(field, { ...texts.get(field), [language]: text });
		}
	}
	return { ...Object.fromEntries(texts), name, uuid };
}
