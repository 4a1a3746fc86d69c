/** The output that the editor shows before an operation's first run, out of the declared example. */
import type { Operation } from '../nodes/CrmMessaging/engine/operation';

/** The part of JSON Schema that the editor reads. */
export interface OutputPreview {
	type: string;
	properties?: Record<string, OutputPreview>;
	items?: OutputPreview;
	/** Whether there may be more keys. */
	additionalProperties?: true;
	/** Of n8n's format; on the whole only. */
	version?: number;
}

/** The folder of the previews of the node's version, from the root of the repository. */
export const previewFolder = 'nodes/CrmMessaging/__schema__/v1.0.0';

/** The preview of an operation. */
export function outputPreview({ output }: Operation): OutputPreview {
	const preview = shapeOf(output.example);
	if (output.hasMore) preview.additionalProperties = true;
	return { ...preview, version: 1 };
}

/** The file in which n8n looks for it, from `previewFolder`. */
export function previewFile({ resource, choice }: Operation): string {
	return `${resource.name}/${choice.name}.json`;
}

/** A value's type, by its example; a list's by its first entry. */
export function shapeOf(value: unknown): OutputPreview {
	if (Array.isArray(value)) {
		return value.length === 0 ? { type: 'array' } : { type: 'array', items: shapeOf(value[0]) };
	}
	if (typeof value !== 'object' || value === null) return { type: typeof value };
	const inner = Object.entries(value).map(([key, one]) => [key, shapeOf(one)]);
	return {
		type: 'object',
		properties: Object.fromEntries(inner) as Record<string, OutputPreview>,
	};
}
