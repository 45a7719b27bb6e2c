import { type Command, isWpError, PlinthError, type WpError } from '../api/index.js';
import type { Site } from '../boot/site.js';

/** `plugin …`. A plugin may be named by its folder or by its name. */
export function pluginCommands({ plugins }: Site): Command[] {
  async function idOf(given: string): Promise<string> {
    const records = await plugins.records();
    const found = records.find(({ id }) => id === given) ?? records.find(({ manifest }) => manifest?.name.toLowerCase() === given.toLowerCase());
    if (!found) throw new PlinthError('plugin_not_found', `There is no plugin "${given}".`, { cure: '`plugin list` names those that are there.' });
    return found.id;
  }
  const refuse = (error: WpError | true | null): void => {
    if (isWpError(error)) throw new PlinthError(error.getErrorCode(), error.getErrorMessage().replace(/<[^>]*>/g, ''));
  };

  return [
    {
      name: 'plugin list',
      description: 'List the plugins',
      async run(_args, _options, output) {
        const records = await plugins.records();
        output.rows(
          records.map(({ id, manifest, status, error }) => ({
            name: id,
            status: status === 'inactive' ? 'inactive' : 'active',
            version: manifest?.version ?? '',
            title: manifest?.name ?? '',
            state: status,
            error: error?.message ?? '',
          })),
          ['name', 'status', 'version', 'title', 'state', 'error'],
        );
      },
    },
    {
      name: 'plugin activate <name>',
      description: 'Switch a plugin on',
      async run([name], _options, output) {
        const id = await idOf(name);
        refuse(await plugins.activatePlugin(id));
        output.line(`Plugin "${id}" activated.`);
      },
    },
    {
      name: 'plugin deactivate <name>',
      description: 'Switch a plugin off; works with every plugin broken',
      options: [{ flags: '--force', description: 'Even when other active plugins need it' }],
      async run([name], { force }, output) {
        const id = await idOf(name);
        const needed = await plugins.neededBy(id);
        if (needed.length > 0 && !force) throw new PlinthError('plugin_needed', `"${id}" is needed by ${needed.join(', ')}.`, { cure: 'Deactivate them first, or use --force.' });
        await plugins.deactivatePlugins(id);
        output.line(`Plugin "${id}" deactivated.`);
      },
    },
    {
      name: 'plugin delete <name>',
      description: 'Remove an installed plugin',
      options: [{ flags: '--delete-data', description: 'Also delete its tables and options' }],
      async run([name], { deleteData }, output) {
        const id = await idOf(name);
        refuse(await plugins.deletePlugin(id, { deleteData: deleteData === true }));
        output.line(`Plugin "${id}" deleted.`);
      },
    },
  ];
}
