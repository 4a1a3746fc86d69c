/** Names and addresses that only lead somewhere inside of a network (RFC 1918, 3927, 4193, 4291, 6761). */
const privateHosts = [
	/^localhost$|\.(localhost|local|internal|lan|home|test)$/,
	/^(0|10|127)\./,
	/^169\.254\./,
	/^172\.(1[6-9]|2\d|3[01])\./,
	/^192\.168\./,
	/^\[(::1?|f[cd].*|fe[89ab].*)\]$/,
	// The name of a container or a machine, without a domain.
	/^[^.:[\]]+$/,
];

/**
 * Says what to do about a callback URL that only leads somewhere inside of a network.
 *
 * @param hostname as `URL` gives it, an IPv6 address in brackets
 * @returns a sentence or two; undefined where the host may be reachable from the internet
 */
export function adviceOnHost(hostname: string): string | undefined {
	if (!privateHosts.some((pattern) => pattern.test(hostname.toLowerCase()))) return undefined;
	return `The service can call ${hostname} only from within the same network. If the service is on the internet, give n8n a public address (N8N_WEBHOOK_URL), or choose Callback: None and wait with Bulk Job: Wait Until Processed.`;
}
