import type { Command } from '../api/index.js';
import type { Site } from '../app/site.js';
import { findFiredHooks } from './fired-hooks.js';
import { orderHooks } from './hook-order.js';

/** `hook …` */
export function hookCommands({ config, hooks }: Site): Command[] {
  return [
    {
      name: 'hook list [name]',
      description: 'List the callbacks of one hook or all hooks, or the hooks that the host fires',
      options: [
        { flags: '--fired', description: 'List the hooks that the host fires, with file and line' },
        {
          flags: '--order',
          description: 'With --fired: list the hooks of recorded requests, in the order in which they fire',
        },
      ],
      async run([name], options, output) {
        if (options.order) {
          const ordered = orderHooks(findFiredHooks(config.root)).filter(
            ({ hook }) => name === undefined || hook === name,
          );
          output.rows(
            ordered.map((orderedHook) => ({ ...orderedHook })),
            ['request', 'position', 'hook', 'kind', 'file', 'line'],
          );
          return;
        }
        if (options.fired) {
          const fired = findFiredHooks(config.root).filter((hook) => name === undefined || hook.name === name);
          output.rows(
            fired.map(({ name: hook, kind, file, line }) => ({ hook, kind, file, line })),
            ['hook', 'kind', 'file', 'line'],
          );
          return;
        }
        const names = name === undefined ? hooks.names() : [name];
        output.rows(
          names.flatMap((hook) =>
            hooks.listeners(hook).map(({ priority, owner, acceptedArgs }) => ({
              hook,
              priority,
              plugin: owner || 'core',
              accepted_args: acceptedArgs,
            })),
          ),
          ['hook', 'priority', 'plugin', 'accepted_args'],
        );
      },
    },
  ];
}
