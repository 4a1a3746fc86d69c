import type { Readings } from '../readings';
import type { ContactFields } from '../state/wire';

/** Hours that the account is behind UTC under the reading `bornDate: accountDay`. */
const ACCOUNT_HOURS = -5;

/** A contact as it is kept: under some readings its birthday is the day that it is at the account. */
export function withBirthday(contact: ContactFields, { bornDate }: Readings): ContactFields {
	const { born_date } = contact;
	if (bornDate !== 'accountDay' || typeof born_date !== 'string') return contact;
	const atAccount = new Date(Date.parse(born_date) + ACCOUNT_HOURS * 3_600_000);
	return { ...contact, born_date: atAccount.toISOString().slice(0, 10) };
}
