import type { INodeParameters } from 'n8n-workflow';
import type { Operation } from './operation';

/**
 * What a person chose in an operation's form, as a text that tells one choice from another. What
 * stands as the form begins is left out, so that a new version with one field more changes nothing.
 *
 * @param parameters as the workflow holds them, expressions unread
 */
export function chosenIn(parameters: INodeParameters, { properties }: Operation): string {
	const chosen = [...properties, { name: 'options', default: {} }].map((property) => {
		const value = JSON.stringify(parameters[property.name]);
		const isChosen = value !== undefined && value !== JSON.stringify(property.default);
		return isChosen ? [property.name, value] : undefined;
	});
	return JSON.stringify(chosen.filter(Boolean));
}
