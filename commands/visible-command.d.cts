/** A command that takes long, and what a person is told while it runs. */
export interface VisibleCommand {
	/** The task, as the terminal shows it: "Installing the n8n server". */
	title: string;
	/** How long it usually takes: "about 3 minutes". */
	expected: string;
	/** The folder that it fills, and how large that becomes: how far it is then shows. */
	grows?: { folder: string; gigabytes: number };
	command: string;
	args: string[];
	cwd: string;
	env?: NodeJS.ProcessEnv;
	/** Holds everything the command says; overwritten. */
	logFile: string;
}

/** Runs the command; on failure rejects with the end of its log in the message. */
export declare function runVisibly(command: VisibleCommand): Promise<void>;

/** The last lines of a log file, indented. */
export declare function tailOf(file: string, lines?: number): string;

/** Seconds as a person says them: "48 s", "2 min 5 s". */
export declare function asTime(seconds: number): string;
