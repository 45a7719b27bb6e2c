import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packed } from '../kit/packed.js';

const root = join(__dirname, '../..');

/** A folder somewhere else on the machine, where an author works. */
export interface AuthorFolder {
  readonly folder: string;
  /** Puts the packages into a plugin's folder that its author would have installed. */
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

/** Runs Node as an author does, without what the run of these tests sets. */
export function runNode(cwd: string, ...args: readonly string[]): { code: number | null; said: string } {
  return runNodeWith({}, cwd, ...args);
}

/** The same, with what the author has set. */
export function runNodeWith(
  set: Readonly<Record<string, string>>,
  cwd: string,
  ...args: readonly string[]
): { code: number | null; said: string } {
  const { TEST_RUN_FOLDER: _folder, NODE_OPTIONS: _options, NODE_TEST_CONTEXT: _context, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    env: { ...env, ...set },
    encoding: 'utf8',
  });
  return { code: status, said: (stdout + stderr).trim() };
}
