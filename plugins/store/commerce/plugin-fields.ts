import type { Field, FieldChoice, FieldValue, OwnRegistry, PageText, RegistryEntry } from 'plinth';

/**
 * Wraps the fields of a registered entry, so that their callbacks run in the owner context of its plugin.
 * @param currency currency of amounts without one
 */
export function ownedFields<T extends { readonly id: string }>(
  registry: Pick<OwnRegistry<T>, 'ask' | 'askNow'>,
  entry: RegistryEntry<T>,
  fields: readonly Field[],
  currency: string,
): readonly Field[] {
  const said = (text: PageText, otherwise: string): PageText =>
    typeof text === 'function' ? () => registry.askNow(entry, () => text(), otherwise) : text;

  return fields.map((field) => {
    const { label, help, patternHelp, choices, sanitize, validate } = field;
    return {
      ...field,
      label: said(label, field.key),
      ...(help === undefined ? {} : { help: said(help, '') }),
      ...(patternHelp === undefined ? {} : { patternHelp: said(patternHelp, '') }),
      ...(field.type === 'money' ? { currency: field.currency ?? currency } : {}),
      ...(typeof choices === 'function'
        ? { choices: () => registry.ask<readonly FieldChoice[]>(entry, () => choices(), []) }
        : {}),
      ...(sanitize
        ? {
            sanitize: (value: FieldValue) =>
              answered(
                registry.ask<{ readonly clean: FieldValue } | null>(
                  entry,
                  async () => ({ clean: await sanitize(value) }),
                  null,
                ),
              ).then(({ clean }) => clean),
          }
        : {}),
      ...(validate
        ? {
            validate: (...given: Parameters<typeof validate>) =>
              answered(
                registry.ask<{ readonly problem: string } | null>(
                  entry,
                  async () => ({ problem: (await validate(...given)) ?? '' }),
                  null,
                ),
              ).then(({ problem }) => problem),
          }
        : {}),
    };
  });
}

/**
 * Returns the result of a callback; without one the field rejects the value, and the plugin error has been attributed
 * already.
 */
async function answered<R>(answer: Promise<R | null>): Promise<R> {
  const given = await answer;
  if (given === null) throw new Error('The plugin returned no value.');
  return given;
}
