import type { INodeExecutionData } from 'n8n-workflow';
import {
	expressionAdvice,
	tagAdvice,
	textHint,
	textWarning,
	wrongText,
} from '../../catalogue/texts';
import { counted, figure, type Sentence } from '../../catalogue/sentence';
import { InputError, quote } from '../../fields/inputError';
import { failureOfSentence, type Failure } from '../../service/failure';
import { ExpressionCheck, type PartTally } from './expressions/expressionCheck';
import type { Checks } from './expressions/parameterReader';
import type { FormPlace } from './formPlace';
import { formatItems, formatList, type Hints } from '../hints';
import { KnownFields } from './meantField';
import type { Row } from '../row';
import { foreignTag, typedBraces, typedInto, type TypedText } from './typedText';

/** Finds obvious mistakes in a form: in typed text, and in the values of expressions. */
export class FormChecks {
	private readonly typed: TypedText[] = [];
	private readonly expressions: ExpressionCheck[] = [];
	private readonly fields: KnownFields;

	constructor(
		private readonly items: readonly INodeExecutionData[],
		private readonly hints: Hints,
	) {
		this.fields = new KnownFields(items);
	}

	/** Notes what was typed in a parameter, and returns the checks of its expressions. */
	ofParameter(raw: unknown, place: FormPlace): Checks {
		this.typed.push(...typedInto(raw, place));
		return this.at(place);
	}

	private at(place: FormPlace): Checks {
		return {
			at: (key) => this.at(place.at(key)),
			of: (codes, isSole) => {
				const check = new ExpressionCheck(place, codes, isSole, this.items);
				this.expressions.push(check);
				return check;
			},
		};
	}

	/**
	 * Looks for a mistake that concerns all items, when all are read. Possible mistakes are hints.
	 *
	 * @param messageLabel the field in which the service fills in placeholders
	 * @returns why nothing may be sent; undefined if nothing is wrong
	 */
	mistake(messageLabel: string | undefined): Failure | undefined {
		return this.typedMistake(messageLabel) ?? this.undefinedExpression();
	}

	private typedMistake(messageLabel: string | undefined): Failure | undefined {
		for (const text of this.typed) {
			const isMessage = text.where[0] === messageLabel;
			if (/^= ?=\s*\{\{/.test(String(text.raw))) {
				return failureAt(text.where, wrongText.equalsSign());
			}
			const found = typedBraces(text, this.fields);
			if (found?.isMistake) {
				const advice = isMessage ? tagAdvice.fixedMessage : tagAdvice.fixed;
				const sentence = wrongText.bracesInFixedText({
					braces: quote(found.braces),
					advice,
				});
				return failureAt(text.where, sentence);
			}
			if (found) {
				const place = `${quote(found.braces)} in ${text.where.join(', ')}`;
				this.hints.list(textHint.bracesForApp, place);
			}
			const tag = foreignTag(text, this.fields);
			if (!tag) continue;
			const [, name] = /^\$json\.(\w+)$/.exec(tag.code) ?? [];
			const way =
				isMessage && name !== undefined
					? tagAdvice.placeholder({ code: tag.code, name })
					: tagAdvice.expression({ code: tag.code });
			return failureAt(
				text.where,
				wrongText.foreignTag({ tag: quote(tag.tag), advice: way }),
			);
		}
		return undefined;
	}

	private undefinedExpression(): Failure | undefined {
		for (const check of this.expressions) {
			for (const part of check.parts) {
				if (!part.isUndefinedEverywhere || part.hasFallback) continue;
				const meant = this.fields.meantBy(part.code, !check.isForRecipient);
				if (meant !== undefined || check.isForRecipient) {
					const way =
						meant === undefined
							? this.wayFor(part)
							: expressionAdvice.meant({ code: meant });
					return check.failureOf(
						wrongText.undefinedExpression({ code: part.code, advice: way }),
					);
				}
				this.hints.list(textHint.undefinedEverywhere, checkPlace(check, part));
			}
		}
		return undefined;
	}

	private wayFor({ code }: PartTally): string {
		const isKnown = this.fields.names.some((name) => code.includes(name));
		if (isKnown && code.includes('(')) return expressionAdvice.functions;
		return expressionAdvice.fields({ names: formatList(this.fields.names) });
	}

	/** Hints at gaps that recipients of these rows will see, and warns of each in its preview. */
	noteGaps(rows: readonly Row[]): void {
		const checks = this.expressions.filter(({ isForRecipient }) => isForRecipient);
		for (const check of checks) for (const part of check.parts) this.noteGap(rows, check, part);
	}

	private noteGap(rows: readonly Row[], check: ExpressionCheck, part: PartTally): void {
		const place = checkPlace(check, part);
		const empty = rowsOf(part.emptyItems, rows);
		const isMeant = part.hasFallback && empty.length < rows.length;
		if (empty.length > 0) {
			const hintOf = isMeant ? textHint.emptyFallback : textHint.emptyExpression;
			this.hints.add(hintOf({ place, items: countOf(empty, rows) }));
			if (!isMeant) for (const row of empty) row.warn(textWarning.empty({ code: part.code }));
		}
		const printed = rowsOf(part.booleanItems, rows);
		if (printed.length === 0) return;
		this.hints.add(textHint.printedBoolean({ place, items: countOf(printed, rows) }));
		for (const row of printed) row.warn(textWarning.boolean({ code: part.code }));
	}
}

function rowsOf(items: readonly number[], rows: readonly Row[]): Row[] {
	if (items.length === 0) return [];
	const wanted = new Set(items);
	return rows.filter(({ item }) => wanted.has(item));
}

/** How many items some rows are of, and the first. */
function countOf(some: readonly Row[], rows: readonly Row[]): string {
	const items = [...new Set(some.map(({ item }) => item))];
	const total = new Set(rows.map(({ item }) => item)).size;
	return `${figure(items.length)} of ${counted(total, 'item')} (${formatItems(items)})`;
}

function checkPlace({ place }: ExpressionCheck, { code }: PartTally): string {
	return `${place.where.join(', ')}: {{ ${code} }}`;
}

function failureAt(where: readonly string[], sentence: Sentence): Failure {
	return failureOfSentence('input', new InputError(sentence, [...where]).sentence);
}
