import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { relative } from 'node:path';
import type { Finding } from './finding.js';
import { findPackageCommand } from './package-command.js';

const CONFIG_FILE = /^eslint\.config\.[cm]?[jt]s$/;
const ERROR = 2;

/** Part of a result of `eslint --format json`. */
interface LintResult {
  readonly filePath: string;
  readonly messages: readonly {
    readonly ruleId: string | null;
    readonly severity: number;
    readonly message: string;
    readonly line?: number;
  }[];
}

/** Runs ESLint on a plugin that has a configuration of it; the one of the scaffold finds promises without `await`. */
export async function checkLint(folder: string): Promise<Finding[]> {
  const configFile = readdirSync(folder).find((name) => CONFIG_FILE.test(name));
  if (configFile === undefined) return [];
  const eslint = findPackageCommand(folder, 'eslint');
  if (eslint === undefined)
    return [notChecked('warning', configFile, 'because ESLint is not installed: run `npm install`.')];
  const { output, errors } = await runLint(eslint, folder);
  try {
    return lintFindings(folder, JSON.parse(output) as LintResult[]);
  } catch {
    return [notChecked('error', configFile, `because ESLint failed: ${errors.trim().split('\n')[0] ?? ''}`)];
  }
}

/** Returns the errors in ESLint's results; its warnings are up to the author. */
export function lintFindings(folder: string, results: readonly LintResult[]): Finding[] {
  return results.flatMap(({ filePath, messages }) =>
    messages
      .filter(({ severity }) => severity === ERROR)
      .map(({ ruleId, message, line }): Finding => ({
        level: 'error',
        check: 'lint',
        file: relative(folder, filePath),
        line: line ?? 0,
        message: ruleId === null ? message : `${message} (${ruleId})`,
      })),
  );
}

function notChecked(level: Finding['level'], file: string, reason: string): Finding {
  return { level, check: 'lint', file, line: 0, message: `The code was not linted ${reason}` };
}

function runLint(eslint: string, folder: string): Promise<{ readonly output: string; readonly errors: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [eslint, '--format', 'json', '.'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    child.once('error', reject).once('close', () => resolve({ output, errors }));
  });
}
