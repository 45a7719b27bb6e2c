import { existsSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

/** What the scripts of a new plugin run, as far as the host has it installed: the package, and its commands. */
const TOOLS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '@types/node': {},
  eslint: { eslint: 'bin/eslint.js' },
  typescript: { tsc: 'bin/tsc' },
  'typescript-eslint': {},
};

/** Where a plugin's package.json says that Plinth is: in a folder of this machine, never in a public registry. */
export function hostAddress(folder: string, root: string): string {
  return `file:${relative(folder, root).split(sep).join('/')}`;
}

/** Lays Plinth and its tools into a new plugin's node_modules as links, so that its scripts work before anything is installed. */
export async function linkHost(folder: string, root: string): Promise<void> {
  await linkPackage(folder, 'plinth', root, { plinth: 'core/cli/plinth.mjs' });
  for (const [name, commands] of Object.entries(TOOLS)) {
    const installed = [join(root, 'node_modules', name), join(root, '..', name)].find((one) => existsSync(one));
    if (installed !== undefined) await linkPackage(folder, name, installed, commands);
  }
}

async function linkPackage(
  folder: string,
  name: string,
  target: string,
  commands: Readonly<Record<string, string>>,
): Promise<void> {
  const packages = join(folder, 'node_modules');
  await mkdir(dirname(join(packages, name)), { recursive: true });
  await symlink(target, join(packages, name), 'junction');
  // Windows starts no script by a link; there `npm install` writes what does.
  if (process.platform === 'win32') return;
  await mkdir(join(packages, '.bin'), { recursive: true });
  for (const [command, file] of Object.entries(commands))
    await symlink(join('..', name, file), join(packages, '.bin', command));
}
