import { closestMatch } from 'plinth';

/** Placeholders that the owner may use in emails about orders, as `{number}`. */
export const ORDER_PLACEHOLDERS = ['number', 'date', 'total', 'first_name', 'customer', 'order_url', 'site'] as const;
/** Placeholders in emails that do not belong to an order. */
export const SITE_PLACEHOLDERS = ['site'] as const;

const PLACEHOLDER = /\{([^{}\n]{1,40})\}/g;

/** An unknown placeholder in an email text. */
export interface UnknownPlaceholder {
  readonly name: string;
  /** The closest known placeholder. */
  readonly nearest: string | undefined;
}

/** Returns the unknown placeholders of a text. */
export function unknownPlaceholders(text: string, known: readonly string[]): readonly UnknownPlaceholder[] {
  const names = [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name))];
  return names
    .filter((name) => !known.includes(name))
    .map((name) => ({
      name,
      nearest:
        closestMatch(name, known) ??
        known.find((candidate) => candidate.includes(name.toLowerCase()) || name.toLowerCase().includes(candidate)),
    }));
}

/** Replaces the placeholders of a text with values; unknown placeholders are unchanged. */
export function replacePlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(PLACEHOLDER, (match, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : match,
  );
}

/** Splits a text into paragraphs of lines; an empty line begins a new paragraph. */
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
