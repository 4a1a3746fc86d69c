/**
 * `npm run test:guide`: adds two operations to a copy of the project, by the code of
 * docs/contributing/adding-an-operation.md alone, and runs the checks of npm test there. `npm run test:guide -- test:lint` runs only that one.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../../playground/n8n/node24';
import { additions, type Addition } from './guide';

const checks = [
	'reference',
	...(process.argv.length > 2 ? process.argv.slice(2) : ['test:checks', 'test:engine']),
];

const copy = mkdtempSync(join(tmpdir(), 'crm-messaging-guide-'));
const begun = Date.now();
try {
	copyProject();
	const files = additions().map(add);
	console.log(`Added two operations to ${new Set(files).size} files in ${copy}`);
	for (const check of checks) {
		const { status } = spawnSync(`npm run ${check}`, {
			cwd: copy,
			stdio: 'inherit',
			shell: true,
		});
		if (status !== 0) throw new Error(`npm run ${check} fails after the guide was followed`);
	}
	console.log(`The guide works (${Math.round((Date.now() - begun) / 1000)} s)`);
} catch (error) {
	console.error((error as Error).message);
	process.exitCode = 1;
} finally {
	rmSync(copy, { recursive: true, force: true });
}

function copyProject(): void {
	const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
	const files = execFileSync('git', listed, { cwd: root, encoding: 'utf8' }).split('\0');
	for (const file of files.filter(Boolean)) {
		cpSync(join(root, file), join(copy, file), { force: true });
	}
	symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
}

/** Adds what the guide says. The tests have a guest book of their own, so this is another book. */
function add(addition: Addition): string {
	const file = renamed(addition.file);
	const code = renamed(addition.code);
	const path = join(copy, file);
	mkdirSync(dirname(path), { recursive: true });
	const { before } = addition;
	if (before === undefined) writeFileSync(path, code);
	else {
		const [start, ...rest] = readFileSync(path, 'utf8').split(before);
		if (rest.length === 0) throw new Error(`${file} has no line with ${before}`);
		writeFileSync(path, `${start}${code}${before}${rest.join(before)}`);
	}
	return file;
}

function renamed(text: string): string {
	return text
		.replace(/guestBook/g, 'visitorBook')
		.replace(/GuestBook/g, 'VisitorBook')
		.replace(/guest_book/g, 'visitor_book')
		.replace(/Guest Book/g, 'Visitor Book')
		.replace(/guest book/g, 'visitor book');
}
