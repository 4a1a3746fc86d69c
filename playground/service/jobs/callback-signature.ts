import { createHmac } from 'node:crypto';

/**
 * The `Authorization` header of a callback: HMAC-SHA256 over timestamp and token, not over the body.
 * @param accountSecret the key
 * @param timestamp as in the body
 * @param token as in the body
 * @returns hexadecimal digits
 */
export function signCallback(
	accountSecret: string,
	timestamp: number | string,
	token: string,
): string {
	return createHmac('sha256', accountSecret).update(`${timestamp}${token}`).digest('hex');
}
