import type { Chip } from './widget-data.js';

/** What a page says of itself under a choice: in its head, its heading, and to search engines. @since 0.3.0 */
export interface PageWords {
  /** What is chosen, in words; empty for nothing. */
  readonly words: string;
  /** `noindex, follow`, or empty. */
  readonly robots: string;
  /** The path of record, with the variables that belong to it; empty when the widget does not know its page. */
  readonly canonical: string;
  /** The rest is only known of the lists of the shop. */
  readonly title?: string;
  readonly heading?: string;
  readonly text?: string;
  readonly description?: string;
}

/** More are not read. */
const MOST_WORDS = 6;

/** The choice as titles and headings name it: `White, PLN 50.00 – PLN 200.00`. */
export function choiceWords(chips: readonly Pick<Chip, 'words'>[]): string {
  const words = chips.map((chip) => chip.words);
  return words.length > MOST_WORDS ? `${words.slice(0, MOST_WORDS).join(', ')}, …` : words.join(', ');
}
