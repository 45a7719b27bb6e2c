const SPACE = ' \t\n\v\f\r';

/**
 * Removes HTML tags, comments and processing instructions the way PHP's `strip_tags` does: a `<`
 * before white space is text, quotes protect a `>`, an unclosed tag swallows the rest.
 * @param text any text
 * @since 0.1.0
 */
export function stripTags(text: string): string {
  if (!text.includes('<') && !text.includes('>') && !text.includes('\0')) return text;
  let out = '';
  let state: 'text' | 'tag' | 'instruction' | 'declaration' | 'comment' = 'text';
  let depth = 0;
  let quote = '';
  /** The last mark inside an instruction, which need not be the one that is open. */
  let mark = '';
  let parens = 0;
  let xml = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charAt(i);
    const before = text.charAt(i - 1);
    switch (state) {
      case 'text':
        if (c === '\0') break;
        if (c === '<' && !SPACE.includes(text.charAt(i + 1) || 'x')) {
          state = 'tag';
          break;
        }
        // A tag that a comment cut short leaves its depth, which swallows as many closing brackets.
        if (c === '>' && depth > 0) depth--;
        else out += c;
        break;
      case 'tag':
        if (c === '<') {
          if (quote === '' && !SPACE.includes(text.charAt(i + 1) || 'x')) depth++;
        } else if (c === '>') {
          if (depth > 0) depth--;
          else if (quote === '' && !(xml && before === '-')) {
            state = 'text';
            xml = false;
          }
        } else if (c === '"' || c === "'") {
          quote = quote === '' ? c : quote === c ? '' : quote;
        } else if (c === '!' && before === '<') {
          state = 'declaration';
        } else if (c === '?' && before === '<') {
          state = 'instruction';
          parens = 0;
          mark = '';
        }
        break;
      case 'instruction':
        if ((c === '(' || c === ')') && mark === '') parens += c === '(' ? 1 : -1;
        else if (c === '"' || c === "'") {
          if (before === '\\') break;
          mark = mark === c ? '' : c;
          quote = quote === '' ? c : quote === c ? '' : quote;
        } else if (c === '>') {
          if (depth > 0) depth--;
          else if (parens === 0 && quote === '' && mark !== '"' && before === '?') state = 'text';
        } else if ((c === 'l' || c === 'L') && i > 4 && /^<\?xml$/i.test(text.slice(i - 4, i + 1))) {
          state = 'tag';
          xml = true;
        }
        break;
      case 'declaration':
        if (c === '>') {
          if (depth > 0) depth--;
          else if (quote === '') state = 'text';
        } else if (c === '"' || c === "'") {
          if (before !== '\\') quote = quote === '' ? c : quote === c ? '' : quote;
        } else if (c === '-' && before === '-' && text.charAt(i - 2) === '!') {
          state = 'comment';
        } else if ((c === 'e' || c === 'E') && i > 6 && /^doctype$/i.test(text.slice(i - 6, i + 1))) {
          state = 'tag';
        }
        break;
      case 'comment':
        if (c === '>' && quote === '' && before === '-' && text.charAt(i - 2) === '-') state = 'text';
        break;
    }
  }
  return out;
}
