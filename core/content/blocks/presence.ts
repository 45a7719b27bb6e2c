/** Whether a text holds blocks (`has_blocks`). */
export function hasBlocks(content: string): boolean {
  return content.includes('<!-- wp:');
}

/** Whether a text holds a block of this type (`has_block`); without a namespace it is one of core. */
export function hasBlock(name: string, content: string): boolean {
  if (!hasBlocks(content)) return false;
  const full = name.includes('/') ? name : `core/${name}`;
  if (content.includes(`<!-- wp:${full} `)) return true;
  return full.startsWith('core/') && content.includes(`<!-- wp:${full.slice(5)} `);
}
