/**
 * Objects inherit what they always did: here, and where the package runs, which jest keeps apart;
 * what is cloned is of that place.
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
