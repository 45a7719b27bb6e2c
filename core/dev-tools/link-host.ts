import { existsSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

/** Tools run by the scripts of a new plugin, if the host has them installed: the package, and its commands. */
const TOOLS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '@types/node': {},
  eslint: { eslint: 'bin/eslint.js' },
  typescript: { tsc: 'bin/tsc' },
  'typescript-eslint': {},
};

/** Returns Plinth's location for a plugin's package.json: always a local folder, never a public registry. */
export function hostAddress(folder: string, root: string): string {
  return `file:${relative(folder, root).split(sep).join('/')}`;
}

/**
 * Links Plinth and its tools into a new plugin's node_modules, so that its scripts work before anything is installed.
 */
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
  // Windows cannot start a script through a link; there `npm install` creates the launchers.
  if (process.platform === 'win32') return;
  await mkdir(join(packages, '.bin'), { recursive: true });
  for (const [command, file] of Object.entries(commands))
    await symlink(join('..', name, file), join(packages, '.bin', command));
}
