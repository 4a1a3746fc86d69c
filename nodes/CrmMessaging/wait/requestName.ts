/** Where a request of a run that waits was sent; its name stands in its callback URL. */
export interface RequestOrigin {
	executionId: string;
	/** Which run of the node it was; a node in a loop has one for each round. */
	runIndex: string;
}

/**
 * Names a request.
 *
 * @param own what tells it from the others of its run
 */
export function requestName({ executionId, runIndex }: RequestOrigin, own: string): string {
	return [executionId, runIndex, own].join('.');
}

/** Reads where a request was sent from its name. */
export function originOf(name: string): RequestOrigin {
	const [executionId = '', runIndex = ''] = name.split('.');
	return { executionId, runIndex };
}
