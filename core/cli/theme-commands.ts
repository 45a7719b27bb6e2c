import { resolve } from 'node:path';
import type { Command } from '../api/index.js';
import type { Site } from '../app/site.js';

/** Returns the `theme …` commands. */
export function themeCommands({ themes, views }: Site): Command[] {
  return [
    {
      name: 'theme list',
      description: 'List the themes',
      async run(_args, _options, output) {
        const activeId = views.themes[0]?.id;
        output.rows(
          views.installedThemes().map(({ id, name, version, parent }) => ({
            name: id,
            status: id === activeId ? 'active' : 'inactive',
            version,
            title: name,
            parent: parent ?? '',
          })),
          ['name', 'status', 'version', 'title', 'parent'],
        );
      },
    },
    {
      name: 'theme activate <name>',
      description: 'Activate a theme',
      async run([name = ''], _options, output) {
        const { id } = await themes.switchTheme(name);
        output.line(`Theme "${id}" activated.`);
      },
    },
    {
      name: 'theme install <zip>',
      description: 'Install a theme from a local zip',
      options: [
        { flags: '--activate', description: 'Activate the theme after installing it' },
        { flags: '--force', description: 'Update if already installed' },
      ],
      async run([zip = ''], { activate, force }, output) {
        const id = await themes.installTheme(resolve(zip), { overwrite: force === true });
        output.line(`Theme "${id}" installed.`);
        if (!activate) return;
        await themes.switchTheme(id);
        output.line(`Theme "${id}" activated.`);
      },
    },
    {
      name: 'theme delete <name>',
      description: 'Delete an installed theme that is not active',
      async run([name = ''], _options, output) {
        await themes.deleteTheme(name);
        output.line(`Theme "${name}" deleted.`);
      },
    },
  ];
}
