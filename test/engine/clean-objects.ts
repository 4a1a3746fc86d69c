/**
 * Expects that no prototype was polluted: in jest's realm, and in the realm that the package runs in
 * (`structuredClone` creates objects there).
 */
export function expectCleanObjects(): void {
	for (const object of [{}, [], structuredClone({}), structuredClone([])]) {
		const inherited: string[] = [];
		for (const key in object) inherited.push(key);
		expect(inherited).toEqual([]);
		expect((object as { polluted?: unknown }).polluted).toBeUndefined();
		expect(Object.prototype.toString.call(object)).toMatch(/^\[object (Object|Array)\]$/);
	}
}
