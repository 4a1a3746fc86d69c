/** What a test takes in its short form, which `npm run test:e2e` runs, or with LONG=1 in its long one. */
export const sized = <T>(short: T, long: T): T => (process.env.LONG === '1' ? long : short);
