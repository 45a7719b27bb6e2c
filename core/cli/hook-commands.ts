import type { Command } from '../api/index.js';
import type { Site } from '../boot/site.js';

/** `hook …` */
export function hookCommands({ hooks }: Site): Command[] {
  return [
    {
      name: 'hook list [name]',
      description: 'List who listens to a hook, or every hook that has listeners',
      async run([name], _options, output) {
        const names = name === undefined ? hooks.names() : [name];
        output.rows(
          names.flatMap((hook) => hooks.listeners(hook).map(({ priority, owner, acceptedArgs }) => ({ hook, priority, plugin: owner || 'core', accepted_args: acceptedArgs }))),
          ['hook', 'priority', 'plugin', 'accepted_args'],
        );
      },
    },
  ];
}
