import { basename, join } from 'node:path';
import { type Command, PlinthError } from '../api/index.js';
import { checkFolder } from '../dev-tools/check.js';
import { areTypesUnchecked } from '../dev-tools/check-types.js';
import { prepareHostTypes } from '../dev-tools/host-types.js';
import { packFolder } from '../dev-tools/pack.js';
import { isThemeTemplate, SCAFFOLD_TEMPLATES, writeScaffold } from '../dev-tools/scaffold.js';
import type { Config } from '../app/config.js';
import { MANIFEST_SCHEMA } from '../plugins/manifest/manifest-schema.js';

/** Commands for authors of plugins and themes, which only read files and need no site. */
export function authorCommands({ config }: { readonly config: Config }): Command[] {
  return [
    {
      name: 'plugin new <name>',
      description: 'Create the starter files of your own plugin or theme',
      options: [
        {
          flags: '--template <template>',
          description: `Template to start from: ${Object.keys(SCAFFOLD_TEMPLATES).join(', ')}`,
          default: 'basic',
        },
        { flags: '--in <folder>', description: 'Parent folder; by default the site’s own plugins or themes folder' },
      ],
      async run([name = ''], options, output) {
        const template = String(options.template);
        const kind = isThemeTemplate(template) ? 'theme' : 'plugin';
        const folder = await writeScaffold({
          name,
          template,
          parent: typeof options.in === 'string' ? options.in : join(config.dataDir, `${kind}s`),
          root: config.root,
        });
        if (kind === 'plugin') prepareHostTypes(config.root);
        output.line(
          `Created ${folder}. Run \`plinth dev ${folder}\` to start a site with it; inside the ${kind}s folder of a site, run \`plinth ${kind} activate ${basename(folder)}\` to activate it.`,
        );
      },
    },
    {
      name: 'plugin schema',
      description: 'Print the JSON Schema of plugin.json',
      run: (_args, _options, output) => Promise.resolve(output.line(JSON.stringify(MANIFEST_SCHEMA, null, 2))),
    },
    {
      name: 'plugin check <folder>',
      description:
        'Check your own plugin or theme: types, plugin.json or theme.json, hooks that are never fired, templates, missing translations, license, size',
      async run([folder = ''], { format }, output) {
        const findings = await checkFolder(folder, {
          root: config.root,
          plugins: [join(config.root, 'plugins'), join(config.dataDir, 'plugins')],
          themes: [join(config.root, 'themes'), join(config.dataDir, 'themes')],
        });
        if (findings.length > 0 || format !== 'table')
          output.rows(
            findings.map((finding) => ({ ...finding })),
            ['level', 'check', 'file', 'line', 'message'],
          );
        else output.line('No problems found.');
        if (format === 'table' && areTypesUnchecked(folder))
          output.line('Types were not checked because there is no tsconfig.json; `plinth plugin new` creates one.');
        const errors = findings.filter(({ level }) => level === 'error').length;
        if (errors > 0)
          throw new PlinthError('plugin_check_failed', `It has ${errors} ${errors === 1 ? 'error' : 'errors'}.`);
      },
    },
    {
      name: 'plugin pack <folder>',
      description: 'Pack your own plugin or theme into a zip that can be installed, and test it on a temporary site',
      options: [{ flags: '--out <file>', description: 'Path of the zip; by default next to the packed files' }],
      async run([folder = ''], { out, format }, output) {
        const archive = await packFolder(folder, typeof out === 'string' ? out : undefined, config.root);
        const { names, ...about } = archive;
        if (format !== 'table') return output.rows([format === 'json' ? { ...archive } : about]);
        for (const name of names) output.line(name);
        output.line(`${archive.file}: ${archive.files} files, tested on a temporary site.`);
      },
    },
  ];
}
