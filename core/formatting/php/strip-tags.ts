const SPACE = ' \t\n\v\f\r';

/** The state of the scanner. */
interface ScanState {
  readonly text: string;
  state: 'text' | 'tag' | 'instruction' | 'declaration' | 'comment';
  depth: number;
  quote: string;
  /** The last quotation mark in a processing instruction, which may differ from the one that opened the string. */
  lastQuote: string;
  parens: number;
  xml: boolean;
}

/** Functions that process a character, by the state of the scanner. */
const CHARACTER_READERS: Readonly<
  Record<Exclude<ScanState['state'], 'text'>, (scan: ScanState, c: string, position: number) => void>
> = {
  tag: readInTag,
  instruction: readInInstruction,
  declaration: readInDeclaration,
  comment: readInComment,
};

/**
 * Removes HTML tags, comments and processing instructions like PHP's `strip_tags`. A `<` before whitespace is text, a
 * `>` in quotes does not end a tag, and an unclosed tag removes the rest of the text.
 * @param text any text
 * @since 0.1.0
 */
export function stripTags(text: string): string {
  if (!text.includes('<') && !text.includes('>') && !text.includes('\0')) return text;
  let out = '';
  const scan: ScanState = { text, state: 'text', depth: 0, quote: '', lastQuote: '', parens: 0, xml: false };
  for (let index = 0; index < text.length; index++) {
    const c = text.charAt(index);
    if (scan.state !== 'text') CHARACTER_READERS[scan.state](scan, c, index);
    else if (c === '<' && opensTag(text, index)) scan.state = 'tag';
    // If a comment ends a tag early, its nesting depth remains, and as many `>` are removed.
    else if (c === '>' && scan.depth > 0) scan.depth--;
    else if (c !== '\0') out += c;
  }
  return out;
}

function opensTag(text: string, position: number): boolean {
  return !SPACE.includes(text.charAt(position + 1) || 'x');
}

function readInTag(scan: ScanState, c: string, position: number): void {
  const before = scan.text.charAt(position - 1);
  if (c === '<') {
    if (scan.quote === '' && opensTag(scan.text, position)) scan.depth++;
  } else if (c === '>') {
    if (scan.depth > 0) scan.depth--;
    else if (scan.quote === '' && !(scan.xml && before === '-')) {
      scan.state = 'text';
      scan.xml = false;
    }
  } else if (isQuote(c)) toggleQuote(scan, c);
  else if (c === '!' && before === '<') scan.state = 'declaration';
  else if (c === '?' && before === '<') {
    scan.state = 'instruction';
    scan.parens = 0;
    scan.lastQuote = '';
  }
}

function readInInstruction(scan: ScanState, c: string, position: number): void {
  const before = scan.text.charAt(position - 1);
  if ((c === '(' || c === ')') && scan.lastQuote === '') scan.parens += c === '(' ? 1 : -1;
  else if (isQuote(c)) {
    if (before === '\\') return;
    scan.lastQuote = scan.lastQuote === c ? '' : c;
    toggleQuote(scan, c);
  } else if (c === '>') {
    if (scan.depth > 0) scan.depth--;
    else if (scan.parens === 0 && scan.quote === '' && scan.lastQuote !== '"' && before === '?') scan.state = 'text';
  } else if (
    (c === 'l' || c === 'L') &&
    position > 4 &&
    /^<\?xml$/i.test(scan.text.slice(position - 4, position + 1))
  ) {
    scan.state = 'tag';
    scan.xml = true;
  }
}

function readInDeclaration(scan: ScanState, c: string, position: number): void {
  const before = scan.text.charAt(position - 1);
  if (c === '>') {
    if (scan.depth > 0) scan.depth--;
    else if (scan.quote === '') scan.state = 'text';
  } else if (isQuote(c)) {
    if (before !== '\\') toggleQuote(scan, c);
  } else if (c === '-' && before === '-' && scan.text.charAt(position - 2) === '!') scan.state = 'comment';
  else if ((c === 'e' || c === 'E') && position > 6 && /^doctype$/i.test(scan.text.slice(position - 6, position + 1)))
    scan.state = 'tag';
}

function readInComment(scan: ScanState, c: string, position: number): void {
  const ends = c === '>' && scan.text.charAt(position - 1) === '-' && scan.text.charAt(position - 2) === '-';
  if (ends && scan.quote === '') scan.state = 'text';
}

function isQuote(c: string): boolean {
  return c === '"' || c === "'";
}

/** Starts a quoted string, or ends it if the quotation mark matches. */
function toggleQuote(scan: ScanState, c: string): void {
  if (scan.quote === '') scan.quote = c;
  else if (scan.quote === c) scan.quote = '';
}
