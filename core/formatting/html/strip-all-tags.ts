import { toText, trim } from '../php/text.js';
import { stripTags } from '../php/strip-tags.js';

/** Removes `<script>…</script>` and `<style>…</style>` with their content. */
function removeScriptsAndStyles(text: string): string {
  const open = /<(script|style)[^>]*>/gi;
  const missing = new Set<string>();
  let out = '';
  let position = 0;
  if (!text.includes('</')) return text;
  for (let match = open.exec(text); match; match = open.exec(text)) {
    const name = (match[1] ?? '').toLowerCase();
    if (missing.has(name)) continue;
    const close = new RegExp(`</${name}>`, 'gi');
    close.lastIndex = open.lastIndex;
    const end = close.exec(text);
    if (!end) {
      missing.add(name);
      if (missing.size === 2) break;
      continue;
    }
    out += text.slice(position, match.index);
    position = close.lastIndex;
    open.lastIndex = position;
  }
  return out + text.slice(position);
}

/**
 * Removes all tags, and scripts and styles with their content (`wp_strip_all_tags`).
 * @param removeBreaks whether line breaks, tabs and repeated spaces become single spaces
 * @since 0.1.0
 */
export function wpStripAllTags(text: unknown, removeBreaks = false): string {
  let stripped = toText(text);
  // After the last '>', no opening tag is complete. Searching only up to it keeps the search linear.
  const last = stripped.lastIndexOf('>') + 1;
  stripped = stripTags(removeScriptsAndStyles(stripped.slice(0, last)) + stripped.slice(last));
  if (removeBreaks) stripped = stripped.replace(/[\r\n\t ]+/g, ' ');
  return trim(stripped);
}
