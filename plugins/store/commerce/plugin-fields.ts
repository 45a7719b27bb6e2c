import type { Field, FieldChoice, FieldValue, OwnRegistry, PageText, RegistryEntry } from 'plinth';

/**
 * Wraps the fields of a registered entry, so that their callbacks run in the owner context of its plugin.
 * @param currency currency of amounts without one
 */
export function wrapPluginFields<T extends { readonly id: string }>(
  registry: Pick<OwnRegistry<T>, 'call' | 'callSync'>,
  entry: RegistryEntry<T>,
  fields: readonly Field[],
  currency: string,
): readonly Field[] {
  const safeText = (text: PageText, fallback: string): PageText =>
    typeof text === 'function' ? () => registry.callSync(entry, () => text(), fallback) : text;

  return fields.map((field) => {
    const { label, help, patternHelp, choices, sanitize, validate } = field;
    return {
      ...field,
      label: safeText(label, field.key),
      ...(help === undefined ? {} : { help: safeText(help, '') }),
      ...(patternHelp === undefined ? {} : { patternHelp: safeText(patternHelp, '') }),
      ...(field.type === 'money' ? { currency: field.currency ?? currency } : {}),
      ...(typeof choices === 'function'
        ? { choices: () => registry.call<readonly FieldChoice[]>(entry, () => choices(), []) }
        : {}),
      ...(sanitize
        ? {
            sanitize: (value: FieldValue) =>
              requireValue(
                registry.call<{ readonly value: FieldValue } | null>(
                  entry,
                  async () => ({ value: await sanitize(value) }),
                  null,
                ),
              ).then(({ value }) => value),
          }
        : {}),
      ...(validate
        ? {
            validate: (...args: Parameters<typeof validate>) =>
              requireValue(
                registry.call<{ readonly problem: string } | null>(
                  entry,
                  async () => ({ problem: (await validate(...args)) ?? '' }),
                  null,
                ),
              ).then(({ problem }) => problem),
          }
        : {}),
    };
  });
}

/**
 * Returns the result of a callback. If the callback failed, the field rejects the value; the plugin error has been
 * recorded already.
 */
async function requireValue<R>(promise: Promise<R | null>): Promise<R> {
  const value = await promise;
  if (value === null) throw new Error('The plugin returned no value.');
  return value;
}
