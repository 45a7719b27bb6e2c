import type { Field, FieldChoice, FieldValue, OwnRegistry, PageText, RegistryEntry } from 'plinth';

/** The fields of something that a plugin registered: whatever they ask the plugin is asked under its name. @param currency of amounts that say none */
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

/** What was answered; none makes the field refuse what was typed, whose plugin is named already. */
async function answered<R>(answer: Promise<R | null>): Promise<R> {
  const given = await answer;
  if (given === null) throw new Error('The plugin gave no answer.');
  return given;
}
