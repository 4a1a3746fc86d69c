import { phoneOf } from './message-forms';

/** The item that the texts read. */
export const ana = {
	phone: phoneOf(1),
	...{ name: 'Ana', first_name: 'Ana', guest: { name: 'Ana', room: 7 }, paid: false, n: 1 },
	...{
		date: '24/12/2026',
		bell: 'An\u0007a',
		cell: 'Ana_x000D__x0009_',
		id: 2 ** 53,
		code: 'code {A1}',
		surnames: ['Fernanda', 'annullata'],
		hotels: 'a'.repeat(19) + '🏨🏨',
	},
};

/**
 * A message, and its error. Below it, if an advice can be followed: the advice, the message then, and
 * what is sent.
 */
export const wrongTexts = `
=Dear {{ $json.firstname }} → {{ $json.firstname }} is undefined for every item [items 0–1]
	Did you mean {{ $json.first_name }}? → =Dear {{ $json.first_name }} → Dear Ana
=Dear{{ $json.title }} → {{ $json.title }} is undefined for every item
	If it may be missing, filter such items out, or add ?? "guest" to it. → =Dear {{ $json.title ?? "guest" }} → Dear guest
=A {{ $json.name.toUpercase() && 1 }} → is undefined for every item
	If it may be missing, filter such items out, or add || "" to it.
=A {{ $('Input').item.json.x }} → is undefined for every item
	Check the name of the node, and of its field.
=Dear {{ $json.guest }} → {{ $json.guest }} results in an object
	Choose a field of it, such as {{ $json.guest.name }}. → =Dear {{ $json.guest.name }} → Dear Ana
=Dear {{ $json.name.trim }} → {{ $json.name.trim }} results in a function
	Add () to call it. → =Dear {{ $json.name.trim() }} → Dear Ana
={{ "Hola " + $json.none }} → results in “Hola undefined”
	such as {{ $json.name ?? "guest" }}. → ={{ "Hola " + ($json.none ?? "guest") }} → Hola guest
=A {{ $json.n * "a" }} → results in “NaN”
={{ "Ms " + null }} → results in “Ms null”
=No. {{ $json.id }} → Message: “9007199254740992” was read as a number, so digits may be lost
=It is {{ $json.paid }} → results in “false”
	such as {{ $json.paid ? "paid" : "open" }}. → =It is {{ $json.paid ? "paid" : "open" }} → It is open
=On {{ DateTime.fromISO($json.date).toFormat("d.M.") }} → results in an invalid date
	with {{ DateTime.fromFormat($json.date, "dd/MM/yyyy") }}. → =On {{ DateTime.fromFormat($json.date, "dd/MM/yyyy").toFormat("d.M.") }} → On 24.12.
=A {{ $json.name. }} → Message: “$json.name.” can’t be evaluated: invalid syntax
=Dear {{ $json.name } → Message: “Dear {{ $json.name }” can’t be evaluated
Dear {{ $json.name }} → Message has “{{ $json.name }}” in Fixed mode, which n8n doesn’t evaluate [items 0–1]
	Switch the field to Expression. → =Dear {{ $json.name }} → Dear Ana
Dear {{name}} → Message has “{{name}}” in Fixed mode
	write {{ '{' + '{name}' + '}' }} for them in an expression. → =Dear {{ '{' + '{name}' + '}' }} → Dear {{name}}
Dear *|FNAME|* → Message has “*|FNAME|*”, which nothing fills in [item 0]
	in an expression such as {{ $json.first_name }}. → =Dear {{ $json.first_name }} → Dear Ana
=Dear *|FNAME|* {{ $json.name }} → Message has “*|FNAME|*”
=Note {{ $json.code }}. Dear *|FNAME|* → Message has “*|FNAME|*”
={{ "Dear *|FNAME|*" }} → Message has “*|FNAME|*”
Dear % {first_name} → Message has “% {first_name}”
	Write it like %{first_name} → Dear %{first_name} → Dear Ana
=={{ $json.name }} → a second = before {{
	Remove the = before {{. → ={{ $json.name }} → Ana
=Hi {{ $json.hotels.slice(0, 20) }} → has letters that were lost or damaged
	.slice(0, 20).join("") }}. → =Hi {{ [...$json.hotels].slice(0, 20).join("") }} → Hi aaaaaaaaaaaaaaaaaaa🏨
=Hi {{ $json.bell }} → has letters that were lost or damaged
	with {{ [...$json.text].filter((sign) => sign >= " ").join("") }}. → =Hi {{ [...$json.bell].filter((sign) => sign >= " ").join("") }} → Hi Ana
=Hi {{ $json.cell }} → has letters that were lost or damaged
	with {{ $json.text.replace(/_x00[01]._/gi, "") }}. → =Hi {{ $json.cell.replace(/_x00[01]._/gi, "") }} → Hi Ana
`;
