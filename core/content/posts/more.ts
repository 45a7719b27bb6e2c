/** A text that its author divided with `<!--more-->`. */
export interface DividedText {
  readonly teaser: string;
  readonly rest: string;
  /** The author's own words for the link; empty for the usual ones. */
  readonly label: string;
  /** Whether the page of the post is shown without the teaser (`<!--noteaser-->`). */
  readonly isWithoutTeaser: boolean;
}

const MORE = /<!--more(.*?)-->/;
/** The delimiters of the More block, which would stand in both halves. */
const MORE_BLOCK = /<!-- \/?wp:more.*? -->\n?/g;
const NO_TEASER = '<!--noteaser-->';

/** Divides a text at its More mark; undefined where there is none. */
export function dividedAtMore(text: string): DividedText | undefined {
  const plain = text.replace(MORE_BLOCK, '');
  const match = MORE.exec(plain);
  if (!match) return undefined;
  const [mark, label = ''] = match;
  return {
    teaser: plain.slice(0, match.index),
    rest: plain.slice(match.index + mark.length).replaceAll(NO_TEASER, ''),
    label: label.trim(),
    isWithoutTeaser: plain.includes(NO_TEASER),
  };
}
