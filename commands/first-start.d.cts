/** How long an install takes, and how much it is on the disk. */
export interface Expected {
	/** "about a minute". */
	time: string;
	gigabytes: number;
}

/** The packages that this project is built and tested with. */
export declare const project: Expected;

/** The n8n server. */
export declare const server: Expected;
