/** The labels of a script in the user's language, by the names the server assigns. */
export type ScriptTexts = Readonly<Record<string, string>>;

/** Returns a label, or its name if the server sent none, so that a button is never empty. */
export function labelOf(labels: ScriptTexts, name: string): string {
  return labels[name] ?? name;
}

/** Inserts values into the placeholders of a translated sentence (`%1$s`). */
export function fillPlaceholders(sentence: string, values: readonly (string | number)[]): string {
  return sentence.replace(/%(\d)\$s/g, (_mark, number: string) => String(values[Number(number) - 1] ?? ''));
}
