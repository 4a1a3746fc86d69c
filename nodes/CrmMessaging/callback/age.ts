/**
 * Says what is wrong with the moment a call was signed at, if anything.
 *
 * @param timestamp seconds since 1970, as the callback has it
 * @param nowMs milliseconds since 1970
 * @param allowanceMinutes how far the two may be apart; 0 allows any distance
 */
export function timestampProblem(
	timestamp: unknown,
	nowMs: number,
	allowanceMinutes: number,
): 'too old' | 'too early' | undefined {
	if (allowanceMinutes === 0) return undefined;
	const aheadMinutes = (Number(timestamp) * 1000 - nowMs) / 60_000;
	if (aheadMinutes > allowanceMinutes) return 'too early';
	// Turned around, so that a timestamp that is no number does not pass.
	return aheadMinutes >= -allowanceMinutes ? undefined : 'too old';
}
