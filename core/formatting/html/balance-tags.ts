import { trim } from '../php/text.js';

const VOID_ELEMENTS = new Set(
  'area base basefont br col command embed frame hr img input isindex link meta param source track wbr'.split(' '),
);
const NESTABLE_ELEMENTS = new Set('article aside blockquote details div figure object q section span'.split(' '));
const SPACE = '[ \\t\\n\\v\\f\\r]';
const TAG = new RegExp(`<(/?)([a-z][a-z0-9._]*-[a-z0-9._-]+|[\\w:]+)(?:${SPACE}*(/?)|(${SPACE}+)([^>]*))>`, 'g');

/**
 * Closes unclosed elements, and removes closing tags without an opening tag (`force_balance_tags`).
 * @since 0.1.0
 */
export function forceBalanceTags(text: string): string {
  const source = text.replaceAll('< !--', '<    !--').replace(/<([0-9])/g, '&lt;$1');
  const stack: string[] = [];
  let queue = '';
  let out = '';
  let position = 0;
  // After the last '>', no tag is complete.
  const searched = source.slice(0, source.lastIndexOf('>') + 1);
  for (const match of searched.matchAll(TAG)) {
    const [tagSource, slash, name = '', empty, space = '', rest] = match;
    let tag = name.toLowerCase();
    out += queue + source.slice(position, match.index);
    queue = '';
    position = match.index + tagSource.length;
    if (slash === '/') {
      if (stack.at(-1) === tag) {
        stack.pop();
        out += `</${tag}>`;
      } else {
        const depth = stack.lastIndexOf(tag);
        if (depth >= 0)
          queue = stack
            .splice(depth)
            .reverse()
            .map((open) => `</${open}>`)
            .join('');
      }
      continue;
    }
    let attributes = trim(rest ?? empty ?? '');
    const isSelfClosing = attributes.endsWith('/');
    let gap = space;
    if (isSelfClosing) {
      if (VOID_ELEMENTS.has(tag)) gap = ' ';
      else attributes = `${trim(attributes.slice(0, -1))}></${tag}`;
    } else if (VOID_ELEMENTS.has(tag)) {
      gap = ' ';
      attributes += '/';
    } else {
      if (!NESTABLE_ELEMENTS.has(tag) && stack.at(-1) === tag) queue = `</${stack.pop() ?? ''}>`;
      stack.push(tag);
    }
    tag = `<${tag}${gap}${attributes}>`;
    if (queue !== '') queue += tag;
    else out += tag;
  }
  out +=
    queue +
    source.slice(position) +
    stack
      .reverse()
      .map((open) => `</${open}>`)
      .join('');
  return out.replaceAll('< !--', '<!--').replaceAll('<    !--', '< !--');
}
