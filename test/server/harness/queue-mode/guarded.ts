/** Runs a program that ends when its standard input does, as n8n's processes do by their own means. */
const guard = 'exec 3<&0; (cat <&3 >/dev/null; kill -INT $$) & exec "$@" 3<&- </dev/null';

/** What starts a program so that it does not outlive the process that started it. */
export function guarded(program: string, args: string[]): { program: string; args: string[] } {
	return { program: '/bin/sh', args: ['-c', guard, 'sh', program, ...args] };
}
