import { mkdir, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { PlinthError } from '../api/index.js';

const MODULE = `import { definePlugin } from 'plinth';

export default definePlugin({
  /** Runs once when the plugin is switched on. */
  async activate(scope) {
    await scope.addOption('%ID%_greeting', 'Hello');
  },

  /** Runs at every start of the site. What is registered here undoes itself when the plugin is switched off. */
  boot(scope) {
    scope.addShortcode('%ID%', async () => scope.escHtml(await scope.getOption<string>('%ID%_greeting', '')));
  },

  /** Runs when the plugin is deleted. */
  async uninstall(scope, { deleteData }) {
    if (deleteData) await scope.deleteOption('%ID%_greeting');
  },
});
`;

/**
 * Writes the folder of a new plugin: what the host reads, and a module that does one small thing.
 * @returns the folder
 * @throws PlinthError `plugin_name_invalid`, `folder_exists`
 */
export async function writeFirstPlugin(name: string, parent: string): Promise<string> {
  const id = name.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '');
  if (id === '' || id.length > 60) throw new PlinthError('plugin_name_invalid', `"${name}" cannot become a folder's name.`, { cure: 'Use letters, digits and hyphens, at most 60.' });
  const folder = resolve(parent, id);
  await mkdir(resolve(parent), { recursive: true });
  await mkdir(folder).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EEXIST') throw cause;
    throw new PlinthError('folder_exists', `There is a folder ${folder} already.`, { cure: 'Choose another name.', cause });
  });
  const manifest = { name, version: '0.1.0', description: `What ${name} adds to the site.`, author: userInfo().username, requiresCore: '>=0.1.0', main: 'plugin.ts', textDomain: id };
  await writeFile(join(folder, 'plugin.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await writeFile(join(folder, 'plugin.ts'), MODULE.replaceAll('%ID%', id.replaceAll('-', '_')));
  return folder;
}
