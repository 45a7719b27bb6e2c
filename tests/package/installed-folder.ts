import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packed } from '../kit/packed.js';

const ROOT = join(__dirname, '../..');
const MODULES = join(ROOT, 'node_modules');

interface CommandResult {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

/** An empty folder in which npm has installed the package. */
export interface InstalledFolder {
  readonly folder: string;
  /** Runs `npx plinth …` in the folder or a subfolder. */
  plinth(args: readonly string[], below?: string): CommandResult;
  run(args: readonly string[], below?: string): CommandResult;
  close(): void;
}

/**
 * Installs the package with npm, so that its files have the same paths and times as for an author. Dependencies need no network access:
 * npm finds links to those of the checkout, which satisfy the version ranges.
 */
export function installedFolder(): InstalledFolder {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'plinth-installed-')));
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    dependencies: Readonly<Record<string, string>>;
  };
  for (const name of Object.keys(dependencies)) link(folder, name);
  writeFileSync(join(folder, 'package.json'), '{ "name": "authors-own", "private": true }\n');
  const run = (args: readonly string[], below = '.'): CommandResult => {
    const [command = '', ...rest] = args;
    const { status, stdout, stderr } = spawnSync(command, rest, {
      cwd: join(folder, below),
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        npm_config_offline: 'true',
        ADMIN_PASSWORD: 'a password for a test',
      },
    });
    return { code: status, out: stdout, error: stderr };
  };
  const quiet = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, error } = run(['npm', 'install', ...quiet, packed().file]);
  if (code !== 0) throw new Error(`npm install: ${error}`);
  // npm would install indirect dependencies beside them.
  for (const name of packageNames()) if (!existsSync(join(folder, 'node_modules', name))) link(folder, name);
  return {
    folder,
    run,
    plinth: (args, below) => run(['npx', '--no-install', 'plinth', ...args], below),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function link(folder: string, name: string): void {
  const target = join(folder, 'node_modules', name);
  mkdirSync(dirname(target), { recursive: true });
  symlinkSync(join(MODULES, name), target);
}

/** Packages of the checkout, including scoped ones. */
function packageNames(): string[] {
  return readdirSync(MODULES)
    .filter((name) => !name.startsWith('.') && name !== 'plinth')
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(MODULES, name)).map((entry) => `${name}/${entry}`) : [name],
    );
}
