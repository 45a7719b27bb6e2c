import type { ParsedBlock } from '../../api/blocks.js';
import { parseBlocks } from './parse.js';
import { serializeBlocks } from './serialize.js';

function sanitizeValue(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((element) => sanitizeValue(element, clean));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [clean(key), sanitizeValue(element, clean)]));
}

function sanitizeBlock(block: ParsedBlock, clean: (text: string) => string): ParsedBlock {
  return {
    ...block,
    attrs: sanitizeValue(block.attrs, clean) as ParsedBlock['attrs'],
    innerBlocks: block.innerBlocks.map((inner) => sanitizeBlock(inner, clean)),
  };
}

/** Shortens `<!--x--->`: the additional dash would hide the following text from the parser. */
function normalizeCommentEnds(text: string): string {
  if (!text.includes('<!--') || !text.includes('--->')) return text;
  let out = '';
  let index = 0;
  for (;;) {
    const open = text.indexOf('<!--', index);
    const close = open < 0 ? -1 : text.indexOf('--->', open + 4);
    const line = open < 0 ? -1 : text.indexOf('\n', open);
    if (close < 0) return out + text.slice(index);
    if (line >= 0 && line < close) {
      out += text.slice(index, line + 1);
      index = line + 1;
      continue;
    }
    out += `${text.slice(index, open)}<!--${text.slice(open + 4, close).replace(/(?<!-)-+$/, '')}-->`;
    index = close + 4;
  }
}

/** Sanitizes the attributes of all blocks in a text, but not the text itself (`filter_block_content`). */
export function sanitizeBlockAttributes(text: string, clean: (text: string) => string): string {
  return serializeBlocks(parseBlocks(normalizeCommentEnds(text)).map((block) => sanitizeBlock(block, clean)));
}
