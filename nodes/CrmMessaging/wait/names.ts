/** The node of the waiting workflow that collects callbacks. */
export const collectorName = 'Collect';

/** The node of the waiting workflow that is parked, and takes the calls. */
export const waiterName = 'Wait';

/** What a node of the waiting workflow does there. */
export type WaitRole = 'collect' | 'wait';

/** The parameter that says what a node of the waiting workflow does. */
export const roleParameter = 'role';

/** The path of the waiting workflow's webhook, behind its execution's address. */
export const callbackPath = 'callback';
