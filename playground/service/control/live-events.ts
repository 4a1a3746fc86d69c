import type { Request, Response } from 'express';
import type { ServiceState } from '../state/service-state';

/** Changes that follow each other closely are told as one. */
const QUIET_MS = 40;

/**
 * Handler of `GET /_control/events`: a Server-Sent Events stream that says `change` whenever the page
 * should read the state again.
 */
export function liveEvents(state: ServiceState) {
	return (req: Request, res: Response): void => {
		res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
		res.write('retry: 1000\n\nevent: change\ndata: {}\n\n');
		let waiting: NodeJS.Timeout | undefined;
		const stopWatching = state.onChange(() => {
			waiting ??= setTimeout(() => {
				waiting = undefined;
				res.write('event: change\ndata: {}\n\n');
			}, QUIET_MS);
		});
		req.on('close', () => {
			clearTimeout(waiting);
			stopWatching();
		});
	};
}
