/** The package's sources as the compiler sees them, without what they import from elsewhere. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';

/** Sources of the package, and a checker that finds what a name in them stands for. */
export interface PackageSource {
	files: ts.SourceFile[];
	checker: ts.TypeChecker;
}

const extension = '.ts';

/** Reads the files that are given by their paths below `root`, folders whole. */
export function packageSource(root: string, folders: readonly string[]): PackageSource {
	const names = folders.flatMap((folder) => filesIn(join(root, folder)));
	return sourceOf(new Map(names.map((name) => [name, readFileSync(name, 'utf8')])));
}

/** The source of some files, by their absolute paths. */
export function sourceOf(texts: ReadonlyMap<string, string>): PackageSource {
	const parsed = new Map(
		[...texts].map(([name, text]) => [
			name,
			ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true),
		]),
	);
	const host: ts.CompilerHost = {
		getSourceFile: (name) => parsed.get(name),
		fileExists: (name) => parsed.has(name),
		readFile: (name) => texts.get(name),
		getDefaultLibFileName: () => 'lib.d.ts',
		writeFile: () => undefined,
		getCurrentDirectory: () => '/',
		getCanonicalFileName: (name) => name,
		useCaseSensitiveFileNames: () => true,
		getNewLine: () => '\n',
	};
	// Names are all it is asked for, so neither libraries nor n8n's types are read.
	const program = ts.createProgram([...parsed.keys()], { noLib: true, types: [] }, host);
	return { files: [...parsed.values()], checker: program.getTypeChecker() };
}

function filesIn(path: string): string[] {
	if (!statSync(path).isDirectory()) return path.endsWith(extension) ? [path] : [];
	return readdirSync(path)
		.sort()
		.flatMap((name) => filesIn(join(path, name)));
}
