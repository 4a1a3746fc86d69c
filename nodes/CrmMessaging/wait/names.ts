/** What a node of the two waiting workflows does there, and its name. */
export const waitNodes = {
	wait: 'Wait',
	collect: 'Collect',
	watch: 'Watch',
	finish: 'Finish',
} as const;

/** What a node of the waiting workflows does there. */
export type WaitRole = keyof typeof waitNodes;

/** The parameter that says what a node of the waiting workflows does. */
export const roleParameter = 'role';

/** The path of the webhook that takes callbacks, behind its execution's address. */
export const callbackPath = 'callback';
