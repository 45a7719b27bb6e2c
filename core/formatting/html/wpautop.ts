import { replaceInMarkup } from './html-tokens.js';
import { trim, WS } from '../php/text.js';

const BLOCKS =
  '(?:table|thead|tfoot|caption|col|colgroup|tbody|tr|td|th|div|dl|dd|dt|ul|ol|li|pre|form|map|area|blockquote|address|style|p|h[1-6]|hr|fieldset|legend|section|article|aside|hgroup|header|footer|nav|figure|figcaption|details|menu|summary)';
const S = `[${WS}]`;
/** The start of a whitespace run, with which patterns that start with `\s*` take linear time. */
const RUN = `(?<!${S})${S}*`;

const DOUBLE_BR = new RegExp(`<br${S}*/?>${S}*<br${S}*/?>`, 'g');
const BLOCK_OPEN = new RegExp(`<${BLOCKS}[${WS}/>]`, 'g');
const BLOCK_CLOSE = new RegExp(`</${BLOCKS}>`, 'g');
const RULE = new RegExp(`<hr${S}*/?>`, 'g');
const EMPTY_PARAGRAPH = new RegExp(`<p>${S}*</p>`, 'g');
const UNCLOSED_PARAGRAPH = /<p>([^<]+)<\/(div|address|form)>/g;
const WRAPPED_BLOCK = new RegExp(`<p>${S}*(</?${BLOCKS}[^>]*>)${S}*</p>`, 'g');
const BLOCK_AFTER_P = new RegExp(`<p>${S}*(</?${BLOCKS}[^>]*>)`, 'g');
const BLOCK_BEFORE_CLOSE = new RegExp(`(</?${BLOCKS}[^>]*>)(?:${S}*</p>)?`, 'g');
const BLOCK_BEFORE_BR = new RegExp(`(</?${BLOCKS}[^>]*>)(?:${S}*<br />)?`, 'g');
const BR_BEFORE_BLOCK = new RegExp(`<br />(${S}*</?(?:p|li|div|dl|dd|dt|th|pre|td|ul|ol)[^>]*>)`, 'g');
const PRESERVED = /<(script|style|svg|math)/g;
const LINE_BREAK = '<WPPreserveNewline />';

/** Changes only the text up to the last '>', because no tag is complete after it. */
function changeUpToLastTag(text: string, change: (head: string) => string): string {
  const end = text.lastIndexOf('>') + 1;
  return change(text.slice(0, end)) + text.slice(end);
}

/** Replaces `<pre>` elements with placeholders, so that their content is not changed. `restore` puts them back. */
function extractPre(text: string): { text: string; restore: (text: string) => string } {
  if (!text.includes('<pre')) return { text, restore: (same) => same };
  const preElements: string[] = [];
  const parts = text.split('</pre>');
  const last = parts.pop() ?? '';
  let out = '';
  for (const [index, part] of parts.entries()) {
    const start = part.indexOf('<pre');
    if (start < 0) {
      out += part;
      continue;
    }
    preElements[index] = `${part.slice(start)}</pre>`;
    out += `${part.slice(0, start)}<pre wp-pre-tag-${index}></pre>`;
  }
  const restore = (done: string): string =>
    done.replace(
      /<pre wp-pre-tag-(\d+)><\/pre>/g,
      (placeholder, index: string) => preElements[Number(index)] ?? placeholder,
    );
  return { text: out + last, restore };
}

/** Removes whitespace that would become paragraphs in elements that must not contain them, such as `<object>`. */
function removeSpaceInside(text: string): string {
  let out = text;
  if (out.includes('<option')) {
    out = out
      .replace(new RegExp(`${RUN}<option`, 'g'), '<option')
      .replace(new RegExp(`</option>${S}*`, 'g'), '</option>');
  }
  if (out.includes('</object>')) {
    out = changeUpToLastTag(out, (head) => head.replace(new RegExp(`(<object[^>]*>)${S}*`, 'g'), '$1'));
    out = out.replace(new RegExp(`${RUN}</object>`, 'g'), '</object>');
    out = changeUpToLastTag(out, (head) => head.replace(new RegExp(`${RUN}(</?(?:param|embed)[^>]*>)`, 'g'), '$1'));
    out = out.replace(new RegExp(`(</?(?:param|embed)[^>]*>)${S}+`, 'g'), '$1');
  }
  if (out.includes('<source') || out.includes('<track')) {
    out = out.replace(new RegExp(`([<[](?:audio|video)[^>\\]]*[>\\]])${S}*`, 'g'), '$1');
    out = out.replace(new RegExp(`${RUN}([<[]/(?:audio|video)[>\\]])`, 'g'), '$1');
    out = changeUpToLastTag(out, (head) => head.replace(new RegExp(`${RUN}(<(?:source|track)[^>]*>)`, 'g'), '$1'));
    out = out.replace(new RegExp(`(<(?:source|track)[^>]*>)${S}+`, 'g'), '$1');
  }
  if (out.includes('<figcaption')) {
    out = changeUpToLastTag(out, (head) => head.replace(new RegExp(`${RUN}(<figcaption[^>]*>)`, 'g'), '$1'));
    out = out.replace(new RegExp(`</figcaption>${S}*`, 'g'), '</figcaption>');
  }
  return out;
}

/** Removes the paragraph around `<p><li…</p>` on one line. */
function unwrapListItems(text: string): string {
  if (!text.includes('<p><li')) return text;
  return text
    .split('\n')
    .map((line) => {
      const end = line.lastIndexOf('</p>');
      return end < 0 ? line : line.slice(0, end + 4).replace(/<p>(<li.+?)<\/p>/g, '$1') + line.slice(end + 4);
    })
    .join('\n');
}

/** Protects newlines inside scripts, styles and SVGs, which are not line breaks. */
function preserveNewlines(text: string): string {
  let out = '';
  let position = 0;
  const missing = new Set<string>();
  PRESERVED.lastIndex = 0;
  for (let match = PRESERVED.exec(text); match; match = PRESERVED.exec(text)) {
    const name = match[1] ?? '';
    const close = missing.has(name) ? -1 : text.indexOf(`</${name}>`, PRESERVED.lastIndex);
    if (close < 0) {
      missing.add(name);
      continue;
    }
    const end = close + name.length + 3;
    out += text.slice(position, match.index) + text.slice(match.index, end).replaceAll('\n', LINE_BREAK);
    position = end;
    PRESERVED.lastIndex = end;
  }
  return out + text.slice(position);
}

/** Adds `<br />` before newlines that do not have one, and removes whitespace before the newlines. */
function addBreaks(text: string): string {
  return text.replace(new RegExp(`${S}+`, 'g'), (run: string, offset: number) => {
    const last = run.lastIndexOf('\n');
    const skip = offset >= 6 && text.startsWith('<br />', offset - 6) ? 1 : 0;
    return last < skip ? run : `${run.slice(0, skip)}<br />\n${run.slice(last + 1)}`;
  });
}

function splitParagraphs(text: string): string[] {
  return text.split(new RegExp(`\\n${S}*\\n`)).filter((part) => part !== '');
}

function convertLineBreaks(text: string): string {
  const marked = preserveNewlines(text).replaceAll('<br>', '<br />').replaceAll('<br/>', '<br />');
  return addBreaks(marked).replaceAll(LINE_BREAK, '\n');
}

/**
 * Converts double line breaks to paragraphs and, by default, single ones to `<br />` (`wpautop`).
 * @param text text as the user typed it
 * @param br whether the remaining line breaks become `<br />`
 * @since 0.1.0
 */
export function wpautop(text: string, br = true): string {
  if (trim(text) === '') return '';
  const extracted = extractPre(`${text}\n`);
  let out = extracted.text
    .replace(DOUBLE_BR, '\n\n')
    .replace(BLOCK_OPEN, '\n\n$&')
    .replace(BLOCK_CLOSE, '$&\n\n')
    .replace(RULE, '$&\n\n')
    .replace(/\r\n?/g, '\n');
  out = removeSpaceInside(replaceInMarkup(out, '\n', ' <!-- wpnl --> ')).replace(/\n\n+/g, '\n\n');
  out = splitParagraphs(out)
    .map((part) => `<p>${trim(part, '\n')}</p>\n`)
    .join('');
  out = out.replace(EMPTY_PARAGRAPH, '').replace(UNCLOSED_PARAGRAPH, '<p>$1</p></$2>');
  out = changeUpToLastTag(out, (head) => head.replace(WRAPPED_BLOCK, '$1'));
  out = unwrapListItems(out);
  out = changeUpToLastTag(out, (head) => head.replace(/<p><blockquote([^>]*)>/gi, '<blockquote$1><p>'));
  out = out.replaceAll('</blockquote></p>', '</p></blockquote>');
  out = changeUpToLastTag(out, (head) => head.replace(BLOCK_AFTER_P, '$1').replace(BLOCK_BEFORE_CLOSE, '$1'));
  if (br) out = convertLineBreaks(out);
  out = changeUpToLastTag(out, (head) => head.replace(BLOCK_BEFORE_BR, '$1').replace(BR_BEFORE_BLOCK, '$1'));
  out = out.replace(/\n<\/p>(?=\n?$)/, '</p>');
  return extracted.restore(out).replaceAll(' <!-- wpnl --> ', '\n').replaceAll('<!-- wpnl -->', '\n');
}
