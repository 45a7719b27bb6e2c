/** The words of a script in the language of its reader, by the names that the server gives them. */
export type Words = Readonly<Record<string, string>>;

/** A word; its name where the server sent none, so that a button is never empty. */
export function word(words: Words, name: string): string {
  return words[name] ?? name;
}
