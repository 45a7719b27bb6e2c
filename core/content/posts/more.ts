/** A text divided by `<!--more-->`. */
export interface DividedText {
  readonly teaser: string;
  readonly rest: string;
  /** The author's text of the link; empty for the default. */
  readonly label: string;
  /** Whether the post's own page omits the teaser (`<!--noteaser-->`). */
  readonly omitsTeaser: boolean;
}

const MORE = /<!--more(.*?)-->/;
/** Delimiters of the More block, which would otherwise be in both parts. */
const MORE_BLOCK = /<!-- \/?wp:more.*? -->\n?/g;
const NO_TEASER = '<!--noteaser-->';

/** Splits a text at its More tag; undefined if there is none. */
export function dividedAtMore(text: string): DividedText | undefined {
  const plain = text.replace(MORE_BLOCK, '');
  const match = MORE.exec(plain);
  if (!match) return undefined;
  const [mark, label = ''] = match;
  return {
    teaser: plain.slice(0, match.index),
    rest: plain.slice(match.index + mark.length).replaceAll(NO_TEASER, ''),
    label: label.trim(),
    omitsTeaser: plain.includes(NO_TEASER),
  };
}
