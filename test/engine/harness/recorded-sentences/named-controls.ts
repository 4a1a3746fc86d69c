import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import { CrmMessaging } from '../../../../nodes/CrmMessaging/CrmMessaging.node.ts';
import { partsOf, sentences, templatesOf } from '../../../../tools/catalogue';

const { description } = new CrmMessaging();

/** The labels of controls and choices, and of those in them. */
function labelsOf(controls: readonly INodeProperties[]): string[] {
	return controls.flatMap((control) => [
		control.displayName,
		...(control.options ?? []).flatMap((option) => {
			if ('values' in option) return [option.displayName, ...labelsOf(option.values)];
			return 'type' in option ? labelsOf([option]) : [option.name];
		}),
	]);
}

/** Labels of several words, which can't be anything else in a sentence. The longest come first. */
const all = [...new Set(labelsOf(description.properties))]
	.filter((label) => / [\p{Lu}(]/u.test(label))
	.sort((one, other) => other.length - one.length);

/** Names that are found elsewhere: an operation, a column of the item, and n8n's Loop Over Items. */
const elsewhere = [
	/Bulk Job: (Wait Until Processed)/,
	/Correct the number or its (Phone Country Code)/,
	/(Batch Size) of (?:1|Loop Over Items)/,
];

/** The fixed texts of a sentence: its own and those of its parts. */
const templates = new Map(
	sentences.map(({ code, template }) => {
		const parts = Object.values(partsOf[code] ?? {}).flatMap(templatesOf);
		return [code, [...template, ...parts].join(' ')];
	}),
);

/** The labels that a form shows. */
function shownIn(form: INodeParameters): Set<string> {
	const { properties } = description;
	const node = { typeVersion: 1 };
	const values =
		NodeHelpers.getNodeParameters(properties, form, true, false, node, description) ?? {};
	const shown = properties.filter((one) =>
		NodeHelpers.displayParameter(values, one, node, description),
	);
	return new Set(labelsOf(shown));
}

/**
 * @param text as people saw it
 * @param form the choices with which they saw it
 * @returns labels that a sentence names, and that people don't find in the form
 */
export function namesMissing(code: string, text: string, form: INodeParameters): string[] {
	const shown = shownIn(form);
	// Advice may show another control first.
	if (text.includes('Set Specify Contacts to JSON'))
		for (const label of shownIn({ ...form, contactsFrom: 'json' })) shown.add(label);
	for (const pattern of elsewhere)
		for (const label of pattern.exec(text)?.slice(1) ?? []) shown.add(label);
	let fixed = templates.get(code) ?? '';
	const named = all.filter((label) => {
		if (!fixed.includes(label) || !text.includes(label)) return false;
		fixed = fixed.replaceAll(label, '');
		return true;
	});
	return named.filter((label) => !shown.has(label));
}
