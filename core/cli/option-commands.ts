import { type Command, PlinthError } from '../api/index.js';
import type { Site } from '../app/site.js';

/** `option …` */
export function optionCommands({ options, views }: Site): Command[] {
  return [
    {
      name: 'option get <name>',
      description: 'Print the value of an option',
      async run([name = ''], { format }, output) {
        const value = await options.getOption<unknown>(name);
        if (value === false) throw new PlinthError('option_not_found', `The option "${name}" does not exist.`);
        output.line(typeof value === 'string' && format !== 'json' ? value : JSON.stringify(value));
      },
    },
    {
      name: 'option update <name> <value>',
      description: 'Update an option; with --format json the value is JSON',
      async run([name = '', text = ''], { format }, output) {
        let value: unknown = text;
        if (format === 'json') {
          try {
            value = JSON.parse(text);
          } catch (cause) {
            throw new PlinthError('option_not_json', 'The value is not valid JSON.', {
              hint: 'Quote the value for the shell, as in \'{"a":1}\'.',
              cause,
            });
          }
        }
        if (name === 'stylesheet') views.assertTheme(String(value));
        const isChanged = await options.updateOption(name, value);
        output.line(isChanged ? `Option "${name}" updated.` : `Option "${name}" is unchanged.`);
      },
    },
  ];
}
