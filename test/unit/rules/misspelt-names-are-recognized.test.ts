import { pathMeantBy } from '../../../nodes/CrmMessaging/engine/read/expressions/paths';
import { nearestName } from '../../../nodes/CrmMessaging/fields/words';

const pairsIn = (list: string) =>
	list.split(', ').map((pair) => pair.split(' ') as [string, string]);

it.each(
	pairsIn(
		'sate state, State state, nmae name, rom room, names name, firstName first_name, frist_name first_name, check-in check_in, transacton_code transaction_code',
	),
)('%s is taken for %s', (name, other) => {
	expect(nearestName(name, ['unrelated', other])).toBe(other);
});

it.each(
	pairsIn(
		'home_phone work_phone, first_name last_name, line2 line1, line22 line2, checkin_date checkout_date, guest_age guest_name, rate date, age page, rooom rm, bac abc, price_eu price_us',
	),
)('%s isn’t taken for %s, since both may exist', (name, other) => {
	expect(nearestName(name, [other])).toBeUndefined();
});

const items = [{ state: 'CA', home_phone: '1', stay: { room: 7 }, 'first name': 'Ana' }];

it.each([
	['$json.State', '$json.state'],
	['$json.stay?.rom', '$json.stay.room'],
	['$json.sty.room', '$json.stay.room'],
	['$json["first nme"].trim()', '$json["first name"]'],
	['$input.item.json.frist_name', '$json["first name"]'],
	...'$json.work_phone $json.room $json.stay.nights $json.state $json.stay.x sate'
		.split(' ')
		.map((code) => [code, undefined]),
	["$('Other').item.json.sate", undefined],
])('code may have meant a field: %s, %s', (code, meant) => {
	const inputs = items.map((json) => ({ json }));
	expect(pathMeantBy(code!, inputs)).toBe(meant);
});
