/**
 * Follows how a folder grows.
 *
 * @param gigabytes how large it becomes, about
 * @returns a function that says how large it is now: "1.3 of 2.2 GB"
 */
export declare function growthOf(folder: string, gigabytes: number): () => string;
