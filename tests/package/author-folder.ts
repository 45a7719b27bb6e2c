import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packed } from '../kit/packed.js';

const ROOT = join(__dirname, '../..');

/** A plugin author's folder outside the checkout with the package installed. */
export interface AuthorFolder {
  readonly folder: string;
  write(file: string, text: string): void;
  /** Type-checks files of the folder. */
  check(files: readonly string[]): { readonly status: number | null; readonly output: string };
  /** Number of types the compiler creates for the files, in addition to those of the standard library. */
  typesOf(files: readonly string[]): number;
  close(): void;
}

/** The strictest compiler settings. */
const TSCONFIG = {
  compilerOptions: {
    target: 'es2023',
    lib: ['es2023'],
    module: 'nodenext',
    moduleResolution: 'nodenext',
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
    types: [],
  },
};

/** Installs the package without network access: unpacked, with its dependencies linked to those of the checkout. */
export function authorFolder(): AuthorFolder {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'plinth-author-')));
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  run('tar', ['xzf', packed().file, '-C', modules], folder);
  cpSync(join(modules, 'package'), join(modules, 'plinth'), { recursive: true });
  rmSync(join(modules, 'package'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter(
    (entry) => !entry.startsWith('.') && entry !== 'plinth',
  ))
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  symlinkSync('../plinth/core/cli/plinth.mjs', join(modules, '.bin/plinth'));
  const write = (file: string, text: string): void => writeFileSync(join(folder, file), text);
  write('package.json', '{ "name": "authors-own", "private": true, "type": "module" }\n');
  function compile(
    files: readonly string[],
    ...options: readonly string[]
  ): { readonly status: number | null; readonly output: string } {
    write('tsconfig.json', JSON.stringify({ ...TSCONFIG, files }));
    const { status, stdout } = spawnSync(
      process.execPath,
      [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder, ...options],
      { cwd: folder, encoding: 'utf8' },
    );
    return { status, output: stdout };
  }
  return {
    folder,
    write,
    check: (files) => compile(files),
    typesOf: (files) =>
      Number(/^Types:\s+(\d+)/m.exec(compile(files, '--skipLibCheck', '--extendedDiagnostics').output)?.[1]),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
}
