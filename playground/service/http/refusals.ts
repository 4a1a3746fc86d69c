/** A request the service refuses, with the status and text of its answer. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}

/** 401, with the text observed of the service. */
export class AuthorizationFailure extends Refusal {
	constructor(accountId: string) {
		super(401, `authorization failure for account: ${accountId}`);
	}
}
