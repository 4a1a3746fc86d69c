/** A program and what it is given. */
export interface Command {
	command: string;
	args: string[];
}

/** How to run npm with these arguments, without a shell. */
export declare function npmCommand(args: string[], platform?: NodeJS.Platform): Command;

/** The program of the Node 24 that came with `npm ci`. */
export declare function node24(platform?: NodeJS.Platform): string;
