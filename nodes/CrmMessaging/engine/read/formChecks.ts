import { isExpression, type INodeProperties } from 'n8n-workflow';
import { messageHint } from '../../catalogue/messages';
import { counted, figure } from '../../catalogue/sentence';
import { wrongText } from '../../catalogue/values';
import { InputError, quote } from '../../fields/inputError';
import { bracesIn, tagsIn } from '../../fields/textRules';
import type { Execution } from '../../n8n/execution';
import { expressionParts } from '../../n8n/expressions';
import type { Failure } from '../../service/failure';
import { formatItems, type Hints } from '../hints';
import { firstItemOf, itemsOf, type Row } from '../row';
import { type ExpressionCode, PartCheck, failureAt, placeOf } from './expressions/partCheck';

/** Finds obvious mistakes in a form: in typed text, and in the values of expressions. */
export class FormChecks {
	private readonly parts: PartCheck[] = [];
	private typedMistake: Failure | undefined;
	/** The tags that people typed. */
	private readonly tags = new Set<string>();

	constructor(
		private readonly execution: Execution,
		private readonly controls: readonly INodeProperties[],
		private readonly hints: Hints,
	) {}

	/** Makes the check of a part of an expression at a path of the form. */
	of(keys: readonly string[], part: ExpressionCode): PartCheck {
		const check = new PartCheck(placeOf(this.controls, keys), part, this.execution);
		this.parts.push(check);
		return check;
	}

	/** Looks for tags in a parameter, and in its fixed texts for braces, which n8n doesn't evaluate. */
	lookAt(raw: unknown, keys: readonly string[]): void {
		if (typeof raw === 'object' && raw !== null) {
			for (const [key, part] of Object.entries(raw)) this.lookAt(part, [...keys, key]);
		} else if (typeof raw === 'string') {
			for (const tag of typedTags(raw)) this.tags.add(tag);
			if (raw.includes('{{')) this.typedMistake ??= this.mistakeIn(raw, keys);
		}
	}

	/** @throws InputError for a tag that was typed. What an agent sends is typed by the agent. */
	refuseTyped(tags: readonly string[]): void {
		const { isTool } = this.execution;
		const tag = tags.find((one) => isTool || this.tags.has(one));
		// A mistake stops the run, whose rows are read to know their outcomes.
		if (tag === undefined || this.typedMistake) return;
		throw new InputError(wrongText.foreignTag({ tag: quote(tag) }));
	}

	private mistakeIn(raw: string, keys: readonly string[]): Failure | undefined {
		const { control, where } = placeOf(this.controls, keys);
		if (!control) return undefined;
		if (/^= ?=\s*\{\{/.test(raw)) return failureAt(where, wrongText.equalsSign());
		if (isExpression(raw)) return undefined;
		const braces = quote(bracesIn(raw)[0]);
		return failureAt(where, wrongText.bracesInFixedText({ braces }));
	}

	/** Why nothing may be sent, when all items are read; undefined if nothing is wrong. */
	mistake(): Failure | undefined {
		return this.typedMistake ?? this.parts.flatMap((part) => part.mistake() ?? [])[0];
	}

	/** Hints at gaps that recipients of these rows will see, and warns of each in its preview. */
	noteGaps(rows: readonly Row[]): void {
		const total = counted(itemsOf(rows).length, 'item');
		for (const { place, part, isText, emptyItems } of this.parts) {
			if (!isText) continue;
			const empty = rows.filter((row) => emptyItems.has(firstItemOf(row)));
			if (empty.length === 0) continue;
			const items = itemsOf(empty);
			const counts = `${figure(items.length)} of ${total} (${formatItems(items)})`;
			const where = `${place.where.join(', ')}: {{ ${part.code} }}`;
			this.hints.warn(messageHint.emptyPart({ place: where, items: counts }), empty);
		}
	}
}

/** The tags in fixed text, around the braces of an expression, and in its code. */
function typedTags(raw: string): string[] {
	const parts = isExpression(raw) ? expressionParts(raw) : undefined;
	if (!parts) return tagsIn(raw);
	return parts.flatMap((part) => tagsIn('text' in part ? part.text : part.code));
}
