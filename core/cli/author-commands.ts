import { basename, join } from 'node:path';
import { type Command, PlinthError } from '../api/index.js';
import { checkPlugin } from '../authoring/check.js';
import { packPlugin } from '../authoring/pack.js';
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
    {
      name: 'plugin check <folder>',
      description: 'Say what is wrong with a plugin of your own: types, plugin.json, hooks that nobody fires, missing translations, licence, size',
      async run([folder], { format }, output) {
        const findings = await checkPlugin(folder, [join(config.root, 'plugins'), join(config.dataDir, 'plugins')]);
        if (findings.length > 0 || format !== 'table') output.rows(findings.map((finding) => ({ ...finding })), ['level', 'check', 'file', 'line', 'message']);
        else output.line('Nothing is wrong with it.');
        const errors = findings.filter(({ level }) => level === 'error').length;
        if (errors > 0) throw new PlinthError('plugin_unfit', `The plugin has ${errors} ${errors === 1 ? 'error' : 'errors'}.`);
      },
    },
    {
      name: 'plugin pack <folder>',
      description: 'Pack a plugin of your own into a zip that owners install, and try it out',
      options: [{ flags: '--out <file>', description: 'Where the zip goes; beside the plugin’s files otherwise' }],
      async run([folder], { out, format }, output) {
        const packed = await packPlugin(folder, typeof out === 'string' ? out : undefined, config.root);
        if (format === 'table') output.line(`${packed.file}: ${packed.files} files, installed and switched on.`);
        else output.rows([{ ...packed }]);
      },
    },
  ];
}
