import { basename, join } from 'node:path';
import type { Command } from '../api/index.js';
import { TEMPLATES, writeScaffold } from '../authoring/scaffold.js';
import type { Config } from '../boot/config.js';
import { MANIFEST_SCHEMA } from '../plugins/manifest-schema.js';

/** Commands for those who write plugins, which look at files alone and need no site. */
export function authorCommands({ config }: { readonly config: Config }): Command[] {
  return [
    {
      name: 'plugin new <name>',
      description: 'Write the first files of a plugin of your own',
      options: [
        { flags: '--template <template>', description: `What it begins as: ${Object.keys(TEMPLATES).join(', ')}`, default: 'basic' },
        { flags: '--in <folder>', description: 'Where its folder goes', default: join(config.dataDir, 'plugins') },
      ],
      async run([name], options, output) {
        const folder = await writeScaffold({ name, template: String(options.template), parent: String(options.in), root: config.root });
        output.line(`${folder} is ready. \`plinth dev ${folder}\` starts a site with it; where it lies among a site's plugins, \`plinth plugin activate ${basename(folder)}\` switches it on.`);
      },
    },
    {
      name: 'plugin schema',
      description: 'Print the JSON Schema of plugin.json',
      run: (_args, _options, output) => Promise.resolve(output.line(JSON.stringify(MANIFEST_SCHEMA, null, 2))),
    },
  ];
}
