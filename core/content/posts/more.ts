/** A text that is split at `<!--more-->`. */
export interface SplitText {
  readonly teaser: string;
  readonly rest: string;
  /** The author's text for the “Read more” link; empty for the default text. */
  readonly label: string;
  /** Whether the post's own page does not show the teaser (`<!--noteaser-->`). */
  readonly omitsTeaser: boolean;
}

const MORE_TAG = /<!--more(.*?)-->/;
/** Delimiters of the More block. They are removed, so that the two parts contain no unmatched delimiters. */
const MORE_BLOCK = /<!-- \/?wp:more.*? -->\n?/g;
const NO_TEASER = '<!--noteaser-->';

/** Splits a text at its More tag; returns undefined if there is none. */
export function splitAtMore(text: string): SplitText | undefined {
  const plain = text.replace(MORE_BLOCK, '');
  const match = MORE_TAG.exec(plain);
  if (!match) return undefined;
  const [mark, label = ''] = match;
  return {
    teaser: plain.slice(0, match.index),
    rest: plain.slice(match.index + mark.length).replaceAll(NO_TEASER, ''),
    label: label.trim(),
    omitsTeaser: plain.includes(NO_TEASER),
  };
}
