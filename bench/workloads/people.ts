import { pick } from './workload';

const firstNames = [
	'Ana',
	'José',
	'Maria',
	'Zoë',
	'Liam',
	'Noah',
	'Chloé',
	'Søren',
	'Иван',
	'美咲',
];
const lastNames = ['García', 'Smith', 'Müller', 'Rossi', 'Dubois', 'Kowalski', 'O’Brien', 'Silva'];

export const firstName = (index: number): string => pick(firstNames, index);
export const lastName = (index: number): string => pick(lastNames, index);

/** A mobile phone in E.164. */
export const phone = (index: number): string => `+346${String(index).padStart(8, '0')}`;
