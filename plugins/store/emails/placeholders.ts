import { closestMatch } from 'plinth';

/** Names of values that the owner may put into letters about orders, as `{number}`. */
export const ORDER_PLACEHOLDERS = ['number', 'date', 'total', 'first_name', 'customer', 'order_url', 'site'] as const;
/** Those of letters about no order. */
export const SITE_PLACEHOLDERS = ['site'] as const;

const PLACEHOLDER = /\{([^{}\n]{1,40})\}/g;

/** A placeholder that a letter does not know. */
export interface UnknownPlaceholder {
  readonly name: string;
  /** The one that was probably meant. */
  readonly nearest: string | undefined;
}

/** The placeholders of a text that are none. */
export function unknownPlaceholders(text: string, known: readonly string[]): readonly UnknownPlaceholder[] {
  const names = [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name))];
  return names
    .filter((name) => !known.includes(name))
    .map((name) => ({
      name,
      nearest:
        closestMatch(name, known) ??
        known.find((one) => one.includes(name.toLowerCase()) || name.toLowerCase().includes(one)),
    }));
}

/** Puts values into a text; what is no placeholder stays as it stands. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(PLACEHOLDER, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : whole,
  );
}

/** A text as paragraphs of lines: an empty line begins the next one. */
export function paragraphsOf(text: string): readonly (readonly string[])[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) =>
      paragraph
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    )
    .filter((lines) => lines.length > 0);
}
