import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packed } from '../kit/packed.js';

const root = join(__dirname, '../..');

/** A folder outside the checkout, as plugin authors use. */
export interface AuthorFolder {
  readonly folder: string;
  /** Installs the packages that the author of a plugin would have installed. */
  install(plugin: string): void;
  write(files: Readonly<Record<string, string>>): void;
  remove(): void;
}

export function authorFolder(): AuthorFolder {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-author-'));
  return {
    folder,
    install(plugin) {
      const packages = join(folder, plugin, 'node_modules');
      mkdirSync(packages, { recursive: true });
      symlinkSync(packed().folder, join(packages, 'plinth'));
      for (const name of ['@types', 'typescript', 'eslint', 'typescript-eslint'])
        symlinkSync(join(root, 'node_modules', name), join(packages, name));
    },
    write(files) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Runs Node without the environment variables of the test run. */
export function runNode(cwd: string, ...args: readonly string[]): { code: number | null; output: string } {
  return runNodeWith({}, cwd, ...args);
}

/** Runs Node with additional environment variables. */
export function runNodeWith(
  set: Readonly<Record<string, string>>,
  cwd: string,
  ...args: readonly string[]
): { code: number | null; output: string } {
  const { TEST_RUN_FOLDER: _folder, NODE_OPTIONS: _options, NODE_TEST_CONTEXT: _context, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    env: { ...env, ...set },
    encoding: 'utf8',
  });
  return { code: status, output: (stdout + stderr).trim() };
}
