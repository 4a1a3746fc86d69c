import type { INodeProperties } from 'n8n-workflow';
import type { Sentence } from '../../catalogue/sentence';
import { type Control, membersOf } from '../../fields/control';
import type { Judgement } from '../../fields/field';
import { InputError } from '../../fields/inputError';
import { failureOfSentence, type Failure } from '../../service/failure';

/** Where a value is in a form. */
export interface Place {
	/** The control that holds it; undefined for a value that no one enters. */
	control?: INodeProperties;
	/** The labels that lead to it, outermost first, with the numbers of entries. */
	where: string[];
	judged?: Judgement;
}

/** Finds the control of a parameter's part by its path. */
export function placeOf(controls: readonly INodeProperties[], keys: readonly string[]): Place {
	const place: Place = { where: [] };
	let members: readonly Control[] = controls;
	let outer: Control | undefined;
	for (const key of keys) {
		const control = members.find(({ name }) => name === key);
		const { where } = place;
		if (control) {
			// The label of Options and of Additional Fields names no field.
			const isShown = control.type !== 'collection' || outer?.type === 'collection';
			if (isShown) where.push(control.displayName);
			members = membersOf(control);
			outer = control;
			place.judged = control.judged;
		} else if (outer?.type === 'resourceMapper' && key !== 'value') {
			const column = outer.columns?.find(({ name }) => name === key);
			where.splice(-1, 1, column?.label ?? key);
			place.judged = column?.judged;
		} else if (/^\d+$/.test(key) && outer?.type === 'fixedCollection') {
			where.push(`${where.pop() ?? ''} ${Number(key) + 1}`);
		}
		// The name of a chosen campaign isn't sent.
		const isAside = outer?.type === 'resourceLocator' && key !== 'value' && !control;
		place.control = isAside ? undefined : outer;
	}
	return place;
}

/** A mistake in a form, at the labels that lead to it. */
export function failureAt(where: string[], sentence: Sentence): Failure {
	return failureOfSentence('input', new InputError(sentence, where).sentence);
}
