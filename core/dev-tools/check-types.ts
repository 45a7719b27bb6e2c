import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Finding } from './finding.js';
import { findPackageCommand } from './package-command.js';
import { pluginFiles } from './plugin-files.js';

/** Matches a line of the compiler's output without colors: `plugin.ts(4,7): error TS2339: …`. */
const ERROR_LINE = /^(.+?)\((\d+),\d+\): error (TS\d+: .*)$/;

/**
 * Returns the path of the TypeScript compiler in the author's folder, which the author's editor uses too; undefined if
 * none is installed.
 */
export function findCompiler(folder: string): string | undefined {
  return findPackageCommand(folder, 'typescript', 'tsc');
}

/** Whether a folder contains TypeScript files but no tsconfig.json, so that their types are not checked. */
export function areTypesUnchecked(folder: string): boolean {
  return (
    !existsSync(join(folder, 'tsconfig.json')) &&
    pluginFiles(folder).some(({ path }) => /(?<!\.d)\.[cm]?ts$/.test(path))
  );
}

/** Runs the compiler on a plugin that has a tsconfig.json. */
export async function checkTypes(folder: string): Promise<Finding[]> {
  if (!existsSync(join(folder, 'tsconfig.json'))) return [];
  const compiler = findCompiler(folder);
  if (compiler === undefined)
    return [
      {
        level: 'warning',
        check: 'types',
        file: 'tsconfig.json',
        line: 0,
        message: 'Types were not checked because TypeScript is not installed: run `npm install`.',
      },
    ];
  const { succeeded, output } = await runCompiler(compiler, folder);
  const findings = typeFindings(folder, output);
  if (succeeded || findings.length > 0) return findings;
  return [
    {
      level: 'error',
      check: 'types',
      file: 'tsconfig.json',
      line: 0,
      message: `Types were not checked because the installed TypeScript cannot be used: ${output.trim().split('\n')[0] ?? ''}`,
    },
  ];
}

/** Parses the errors in a compiler's output. */
export function typeFindings(folder: string, compilerOutput: string): Finding[] {
  return compilerOutput.split('\n').flatMap((line) => {
    const [, file = '', number, message] = ERROR_LINE.exec(line) ?? [];
    return message === undefined
      ? []
      : [
          {
            level: 'error' as const,
            check: 'types' as const,
            file: relative(folder, resolve(folder, file)),
            line: Number(number),
            message,
          },
        ];
  });
}

function runCompiler(
  compiler: string,
  folder: string,
): Promise<{ readonly succeeded: boolean; readonly output: string }> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [compiler, '--noEmit', '--pretty', 'false', '-p', folder], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
    child.once('error', fail).once('close', (code) => done({ succeeded: code === 0, output: printed }));
  });
}
