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
	/** @param accountId the `account_id` of the path */
	constructor(accountId: string) {
		super(401, `authorization failure for account: ${accountId}`);
	}
}

/** 404. */
export class NotFound extends Refusal {
	/** @param message what was not found */
	constructor(message: string) {
		super(404, message);
	}
}
