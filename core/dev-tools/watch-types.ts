import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { findCompiler, typeFindings } from './check-types.js';

/** Runs the author's TypeScript compiler in watch mode in a separate process, and prints its errors. */
export function watchTypes(folder: string, print: (line: string) => void): () => void {
  if (!existsSync(join(folder, 'tsconfig.json'))) return () => undefined;
  const compiler = findCompiler(folder);
  if (compiler === undefined) {
    print(`${basename(folder)}: types are not checked because TypeScript is not installed: run \`npm install\`.`);
    return () => undefined;
  }
  const child = spawn(
    process.execPath,
    [compiler, '--noEmit', '--watch', '--preserveWatchOutput', '--pretty', 'false', '-p', folder],
    { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  let incompleteLine = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (incompleteLine + text).split('\n');
    incompleteLine = lines.pop() ?? '';
    for (const line of lines) {
      const [found] = typeFindings(folder, line);
      if (found) print(`${basename(folder)}/${found.file}:${found.line} ${found.message}`);
      else if (/Found 0 errors/.test(line)) print(`${basename(folder)}: no type errors`);
    }
  });
  return () => void child.kill();
}
