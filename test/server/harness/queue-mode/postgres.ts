import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../../../../playground/n8n/ports';
import { findOnPath, isProgram } from '../../../../playground/n8n/programs';
import { guarded } from './guarded';
import { missing } from './missing';
import { type Restartable, startRestartable } from './restartable';

/** A PostgreSQL of its own, which is thrown away when it ends. */
export interface Postgres extends Restartable {
	port: number;
	stop(): Promise<void>;
}

/** What n8n calls its database, and itself there. */
export interface Database {
	name: string;
	owner: string;
}

const debianFolder = '/usr/lib/postgresql';

/** Debian keeps its programs off the PATH, a folder for each version. */
function debianPrograms(): string[] {
	try {
		const versions = readdirSync(debianFolder).sort(
			(one, other) => Number(other) - Number(one),
		);
		return versions.map((version) => join(debianFolder, version, 'bin', 'initdb'));
	} catch {
		return [];
	}
}

/** The folder of PostgreSQL's programs. */
function programFolder(): string {
	const initdb = findOnPath('initdb') ?? debianPrograms().find(isProgram);
	if (!initdb) throw missing('PostgreSQL', 'postgresql', 'postgresql');
	return dirname(initdb);
}

/** PostgreSQL refuses to run as root; nothing where this process is someone else. */
function lesserUser(): { uid: number; gid: number } | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const idOf = (flag: string) => {
		const ask = (name: string) =>
			Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }));
		try {
			return ask('postgres');
		} catch {
			return ask('nobody');
		}
	};
	return { uid: idOf('-u'), gid: idOf('-g') };
}

/**
 * Starts a PostgreSQL on a free port; says how to get one when there is none.
 *
 * @param database made in it
 */
export async function startPostgres({ name, owner }: Database): Promise<Postgres> {
	const programs = programFolder();
	const user = lesserUser();
	const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
	const clear = () => rmSync(folder, { recursive: true, force: true });
	const data = join(folder, 'data');
	const env = { LC_ALL: 'C', TZ: 'UTC' };
	const logFile = join(folder, 'postgres.log');
	const port = await freePort();
	try {
		if (user) chownSync(folder, user.uid, user.gid);
		const asOwner = ['--username', owner, '--auth', 'trust', '--no-sync', '--encoding', 'UTF8'];
		execFileSync(join(programs, 'initdb'), ['--pgdata', data, ...asOwner], {
			cwd: folder,
			env,
			stdio: 'pipe',
			...user,
		});
		execFileSync(join(programs, 'postgres'), ['--single', '-D', data, 'postgres'], {
			cwd: folder,
			env,
			stdio: 'pipe',
			...user,
			input: `CREATE DATABASE "${name}";\n`,
		});
		const settings = {
			listen_addresses: '127.0.0.1',
			unix_socket_directories: '',
			// Nothing here has to survive a power cut.
			fsync: 'off',
		};
		const args = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
		const postgres = await startRestartable({
			name: 'PostgreSQL',
			cwd: folder,
			env,
			logFile,
			user,
			stopSignal: 'SIGINT',
			...guarded(join(programs, 'postgres'), ['-D', data, '-p', String(port), ...args]),
			isReady: () =>
				Promise.resolve(
					readFileSync(logFile, 'utf8').includes('ready to accept connections'),
				),
		});
		return { ...postgres, port, stop: () => postgres.stop().then(clear) };
	} catch (error) {
		clear();
		throw error;
	}
}
