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

function isPrivate(hostname: string): boolean {
	return privateHosts.some((pattern) => pattern.test(hostname.toLowerCase()));
}

/**
 * Says that the service cannot call a host.
 *
 * @param hostname as `URL` gives it, an IPv6 address in brackets
 * @param serviceHost that of the service, which may stand in the same network
 * @returns a sentence; undefined where the service may reach it
 */
export function unreachable(hostname: string, serviceHost: string): string | undefined {
	if (!isPrivate(hostname) || isPrivate(serviceHost)) return undefined;
	return `The service cannot call ${hostname} from the internet, so no callback will come: give n8n a public address (N8N_WEBHOOK_URL), or choose Callback: None and wait with Bulk Job: Wait Until Processed.`;
}
