import type { IWebhookFunctions } from 'n8n-workflow';

/** Calls that may go on together, at most: so many starts a crash may make the trigger forget. */
export const callsTogether = 200;

/** A call's response, as far as it tells when the call is over. */
type Answer = Pick<ReturnType<IWebhookFunctions['getResponseObject']>, 'once' | 'closed'>;

/**
 * Of calls that come together, the last one to start the workflow writes what is remembered of all.
 *
 * Two writes are never under way together: n8n saves static data as a whole, and a database may take
 * the older of two last. So a call that comes while another one writes goes on when that is answered.
 */
export class WritingTurns {
	/** Those that are to start the workflow and have not yet. */
	private readonly starting = new Set<Answer>();
	private writer: Answer | undefined;
	private goneOn = 0;
	private readonly waiting: Array<() => void> = [];

	/** Goes on when no other call writes, and not too many have gone on since one did. */
	async enter(answer: Answer): Promise<void> {
		const leave = () => this.leave(answer);
		answer.once('finish', leave).once('close', leave);
		while (this.isClosed()) {
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		}
		// Nothing tells any more when the call is over if whoever made it has gone.
		if (answer.closed) return;
		this.starting.add(answer);
		this.goneOn++;
	}

	/** To be called when n8n has started the workflow; says whether this call has to write. */
	isWriter(answer: Answer): boolean {
		this.starting.delete(answer);
		if (this.starting.size > 0) return false;
		if (!answer.closed) this.writer = answer;
		this.goneOn = 0;
		return true;
	}

	private isClosed(): boolean {
		return this.writer !== undefined || this.goneOn >= callsTogether;
	}

	private leave(answer: Answer): void {
		if (this.writer === answer) this.writer = undefined;
		// Perhaps n8n could not start the workflow with the last one: the next call then writes for all.
		if (this.starting.delete(answer) && this.starting.size === 0) this.goneOn = 0;
		if (!this.isClosed()) this.waiting.splice(0).forEach((goOn) => goOn());
	}
}
