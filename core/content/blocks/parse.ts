import type { ParsedBlock } from '../../api/blocks.js';
import { type BlockToken, blockTokens } from './tokens.js';

/** A block whose closing comment has not been read yet. */
interface Frame {
  block: ParsedBlock;
  start: number;
  /** Start offset of the text not consumed yet. */
  prevOffset: number;
  /** Start offset of the text outside blocks before this one, if any. */
  leadingHtmlStart: number | undefined;
}

function blockOf(token: BlockToken): ParsedBlock {
  return { blockName: token.name, attrs: token.attrs, innerBlocks: [], innerHTML: '', innerContent: [] };
}

/** Maximum nesting depth. Deeper blocks are treated as text, because each level copies its whole content. */
const MAX_DEPTH = 100;
/**
 * Maximum number of unclosed blocks that extend to the end of the text. Each contains the whole rest of the text, so
 * further outer ones end before the next block.
 */
const MAX_UNCLOSED = 3;

/** Returns text outside any block. */
function freeform(html: string): ParsedBlock {
  return { blockName: null, attrs: {}, innerBlocks: [], innerHTML: html, innerContent: [html] };
}

function addHtml(block: ParsedBlock, html: string): void {
  if (html === '') return;
  block.innerHTML += html;
  block.innerContent.push(html);
}

function addInner(parent: Frame, block: ParsedBlock, text: string, start: number, end: number): void {
  parent.block.innerBlocks.push(block);
  addHtml(parent.block, text.slice(parent.prevOffset, start));
  parent.block.innerContent.push(null);
  parent.prevOffset = end;
}

/**
 * Parses the blocks of a text from their delimiting comments (`parse_blocks`). Never fails: anything that is not a
 * block is text, and a closing comment without an opening one ends the parsing.
 */
export function parseBlocks(text: string): ParsedBlock[] {
  const out: ParsedBlock[] = [];
  const stack: Frame[] = [];
  let offset = 0;
  let ignoredLevels = 0;
  const closeFrame = (frame: Frame, end: number): void => {
    addHtml(frame.block, text.slice(frame.prevOffset, end));
    if (frame.leadingHtmlStart !== undefined) out.push(freeform(text.slice(frame.leadingHtmlStart, frame.start)));
    out.push(frame.block);
  };
  for (const token of blockTokens(text)) {
    const leading = token.start > offset ? offset : undefined;
    const top = stack.at(-1);
    if (ignoredLevels > 0 || (token.kind === 'opener' && stack.length === MAX_DEPTH)) {
      if (token.kind === 'opener') ignoredLevels++;
      else if (token.kind === 'closer') ignoredLevels--;
      continue;
    }
    if (token.kind === 'opener') {
      stack.push({ block: blockOf(token), start: token.start, prevOffset: token.end, leadingHtmlStart: leading });
    } else if (token.kind === 'void') {
      if (top) addInner(top, blockOf(token), text, token.start, token.end);
      else {
        if (leading !== undefined) out.push(freeform(text.slice(leading, token.start)));
        out.push(blockOf(token));
      }
    } else {
      if (!top) break;
      stack.pop();
      const parent = stack.at(-1);
      if (parent) {
        const html = text.slice(top.prevOffset, token.start);
        top.block.innerHTML += html;
        top.block.innerContent.push(html);
        addInner(parent, top.block, text, top.start, token.end);
      } else {
        closeFrame(top, token.start);
      }
    }
    offset = token.end;
  }
  if (stack.length === 0 && offset < text.length) out.push(freeform(text.slice(offset)));
  const innermost = [...stack].reverse();
  for (const [index, frame] of innermost.entries())
    closeFrame(frame, index < MAX_UNCLOSED ? text.length : (innermost[index - 1]?.start ?? text.length));
  return out;
}

/** Whether a text contains blocks (`has_blocks`). */
export function hasBlocks(content: string): boolean {
  return content.includes('<!-- wp:');
}

/** Whether a text contains a block of this type (`has_block`); a name without a namespace is a core block. */
export function hasBlock(name: string, content: string): boolean {
  if (!hasBlocks(content)) return false;
  const full = name.includes('/') ? name : `core/${name}`;
  if (content.includes(`<!-- wp:${full} `)) return true;
  return full.startsWith('core/') && content.includes(`<!-- wp:${full.slice(5)} `);
}
