/** A text that people read, as a source has it. */
export interface FoundText {
  readonly text: string;
  readonly index: number;
}

const QUOTED = `(?:'((?:[^'\\\\]|\\\\.)*)'|"((?:[^"\\\\]|\\\\.)*)")`;
/** A text that is always the same; what is put together at run time cannot be translated. */
const IN_CODE = new RegExp(`(?<![\\w$])(?:__|_n|_x|translate)\\(\\s*${QUOTED}(?:,\\s*${QUOTED})?`, 'g');
const IN_VIEWS = new RegExp(`(?:\\{\\{\\{?|\\()(?:__|_n|_x) ${QUOTED}(?: ${QUOTED})?`, 'g');

/** The texts of a module or a view that are asked to be translated. */
export function textsIn(source: string, kind: 'code' | 'view'): FoundText[] {
  return [...source.matchAll(kind === 'code' ? IN_CODE : IN_VIEWS)]
    .map(({ 1: single, 2: double, index }) => ({ text: unquoted(single ?? double ?? ''), index }))
    .filter(({ text }) => text !== '');
}

/** A text without the marks by which it stands in a source. */
export function unquoted(text: string): string {
  return text.replace(/\\(.)/g, (_all, letter: string) => (letter === 'n' ? '\n' : letter));
}
