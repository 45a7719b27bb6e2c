import { existsSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

/** Packages that the scripts of a new plugin use, with their commands. They are linked if Plinth has installed them. */
const TOOLS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '@types/node': {},
  eslint: { eslint: 'bin/eslint.js' },
  typescript: { tsc: 'bin/tsc' },
  'typescript-eslint': {},
};

/** Returns the address of Plinth for the package.json of a plugin: always a local folder, never a public registry. */
export function hostDependency(folder: string, root: string): string {
  return `file:${relative(folder, root).split(sep).join('/')}`;
}

/** Links Plinth and its tools into the node_modules of a new plugin, so that its scripts work without installation. */
export async function linkHost(folder: string, root: string): Promise<void> {
  await linkPackage(folder, 'plinth', root, { plinth: 'core/cli/plinth.mjs' });
  for (const [name, commands] of Object.entries(TOOLS)) {
    const installed = [join(root, 'node_modules', name), join(root, '..', name)].find((path) => existsSync(path));
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
  // Windows cannot start a script through a link. There, `npm install` creates the commands.
  if (process.platform === 'win32') return;
  await mkdir(join(packages, '.bin'), { recursive: true });
  for (const [command, file] of Object.entries(commands))
    await symlink(join('..', name, file), join(packages, '.bin', command));
}
