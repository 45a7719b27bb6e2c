/** The words of a script in the language of its reader, by the names that the server gives them. */
export type Words = Readonly<Record<string, string>>;

/** A word; its name where the server sent none, so that a button is never empty. */
export function word(labels: Words, name: string): string {
  return labels[name] ?? name;
}

/** A sentence with its values where its translation has them (`%1$s`). */
export function filled(sentence: string, values: readonly (string | number)[]): string {
  return sentence.replace(/%(\d)\$s/g, (_mark, number: string) => String(values[Number(number) - 1] ?? ''));
}
