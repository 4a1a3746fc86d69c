/**
 * The account a request speaks of.
 * @param path path of the request
 * @returns the segment after `/account/`, decoded; empty when there is none
 */
export function accountInPath(path: string): string {
	return decodeURIComponent(/\/account\/([^/]+)/.exec(path)?.[1] ?? '');
}
