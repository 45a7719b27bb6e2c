// The grammar of a text made of blocks: cut into its outermost blocks, and put together again.
const DELIMITER = /<!--\s+(\/)?wp:([a-z][a-z0-9_-]*\/)?([a-z][a-z0-9_-]*)\s+({(?:(?!}\s+\/?-->)[\s\S])*?}\s+)?(\/)?-->/g;

/** Cuts a text into its outermost blocks, each with the space before it; what lies between them is a block without a name. */
export function cut(text) {
  const blocks = [];
  let depth = 0, start = 0, end = 0, name = null, gap = '';
  const loose = (to) => {
    const [, before, raw, after] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text.slice(end, to));
    gap = before;
    if (raw === '') return;
    blocks.push({ name: null, raw, gap });
    gap = after;
  };
  for (const match of text.matchAll(DELIMITER)) {
    const [whole, closing, namespace, ownName, , selfClosing] = match;
    const after = match.index + whole.length;
    if (closing) {
      if (depth === 0) continue;
      depth -= 1;
      if (depth === 0) {
        blocks.push({ name, raw: text.slice(start, after), gap });
        end = after;
      }
    } else if (depth === 0) {
      loose(match.index);
      name = (namespace ?? 'core/') + ownName;
      start = match.index;
      end = after;
      if (selfClosing) blocks.push({ name, raw: whole, gap });
      else depth = 1;
    } else if (!selfClosing) depth += 1;
  }
  if (depth > 0) end = start;
  loose(text.length);
  return blocks;
}

/** The text of blocks; what nobody touched stays as it was, with the space around it. */
export function join(blocks) {
  return blocks.map((block, index) => (index === 0 ? '' : block.gap || '\n\n') + block.raw).join('');
}
