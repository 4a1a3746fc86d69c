import { boolean, choice, gender } from '../../../nodes/CrmMessaging/fields/types/choice';
import { language } from '../../../nodes/CrmMessaging/fields/types/text';
import { status as statusField } from '../../../nodes/CrmMessaging/service/fields/syncData';
import { refusal } from '../rules/rule';
import { itReads, itReadsData, reading } from './kind';

describe('a booking state', () => {
	const status = statusField.type;

	itReads(
		status,
		`
		add_cart ← add_cart · Add to Cart · ADD-CART
		canceled ← canceled · Canceled · cancelled · CANCELLED · cancellation · Cancellation
		check_in ← check_in · Check In · CHECK-IN · checkin · CheckedIn · checked in · InHouse · in_house · IN-HOUSE · Arrived
		check_out ← check_out · check-out · checkedOut · Checked Out · departed
		confirmed ← confirmed · CONFIRMED · new · booked · Booked
		no_paid ← no_paid · Not Paid
		no_show ← no_show · NoShow · no-show · NO SHOW
		product_refund ← product_refund · Product Refund
		product_view ← product_view
		purchase ← purchase · Purchase
		purchase_failed ← purchase_failed · PurchaseFailed
		remove_cart ← remove_cart
		reserved ← reserved · Reserved · pending · PENDING
		✗ notInList ← completed · holded · blocked · block · cancled · not canceled · not_confirmed · Started · storniert · no
		✗ notInList ← waitlisted · cancellation requested · confirmd · done · confirmed? · (canceled)
		`,
	);
});

describe('a choice', () => {
	const rooms = choice({ single_room: 'Single', double_room: ['Double', 'Two beds'] });

	itReads(
		rooms,
		`
		single_room ← single_room · SINGLE-ROOM · Single Room · single · singleRoom
		✗ notInList ← singel · family_room · room · single? · (single) · !single · single*
		`,
	);
	itReadsData(rooms, [
		[['single_room'], 'single_room'],
		[5, '✗ notInList'],
		[{ value: 'single_room' }, '✗ notInList'],
	]);

	it('shows its values in its error, and reads them', () => {
		const { advice } = reading(rooms, 'singel').refused!;
		expect(advice).toBe('Use one of single_room, double_room.');
	});
});

describe('a gender', () => {
	itReads(
		gender,
		`
		FEMALE ← FEMALE · female · Female · f · F
		MALE ← MALE · male · Male · m · M
		✗ notInList ← h · w · d · Mrs · Herr · mujer · x · divers · femal
		`,
	);

	it.each<[what: string, items: object[], isRefused: boolean]>([
		['a column named sex', [{ sex: 'm' }, { sex: 'f' }], false],
		['a column with h', [{ sex: 'm' }, { sex: 'H' }], true],
		['h in another column', [{ sex: 'm', type: 'h' }], true],
		['a column named Sexo', [{ Sexo: 'm' }], true],
		['h and m in lists', [{ sex: 'm', tags: ['h'] }, { tags: ['m'] }], false],
		['a guest in a list', [{ guests: [{ sexo: 'm' }] }], true],
	])('m beside %s may be mujer', (_, items, isRefused) => {
		const inputs = items.map((json) => ({ json }));
		const read = () => gender.convert('m', { timezone: 'UTC', inputs });
		expect(refusal(read)?.code).toBe(isRefused ? 'notInList' : undefined);
		expect(gender.convert('male', { timezone: 'UTC', inputs })).toBe('MALE');
	});
});

describe('a language', () => {
	itReads(
		language,
		`
		es ← es · ES · es_ES · es-419 · ES-es · es_ES.UTF-8
		en ← en · EN · en-GB · en_US
		zh ← zh-Hant-TW · zh
		pt ← pt-BR · PT
		sr ← sr_RS@latin
		he ← he
		tl ← tl
		uk ← uk · UK
		✗ wrongFormat ← GB · US · AT · cz · Spanish · español · spa · e · es- · fil-PH · es,en · 12 · xx · es ES · n/a
		`,
	);
});

describe('a switch', () => {
	itReads(
		boolean,
		`
		true ← true · TRUE · yes · Yes · 1 · ja · Ja · sí · si · SÍ · oui
		false ← false · False · no · NO · 0 · nein · non
		✗ wrongFormat ← y · n · x · on · off · maybe · ✓ · wahr · falso · 2 · accepted
		`,
	);
	itReadsData(boolean, [
		[true, true],
		[false, false],
		[1, true],
		[0, false],
		[[true], true],
		[2, '✗ wrongFormat'],
		[{}, '✗ wrongFormat'],
	]);
});
