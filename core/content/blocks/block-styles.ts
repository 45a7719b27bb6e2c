import type { BlockStyle, BlockStylesApi } from '../../api/blocks.js';

/** The looks that blocks can be given besides their own (WordPress: WP_Block_Styles_Registry). @since 0.2.0 */
export function createBlockStyles(): BlockStylesApi {
  const styles = new Map<string, Map<string, BlockStyle>>();
  return {
    registerBlockStyle(names, style) {
      const blocks = typeof names === 'string' ? [names] : names;
      // The name becomes a part of a class.
      if (blocks.length === 0 || blocks.includes('') || style.name === '' || /\s/.test(style.name)) return false;
      for (const block of blocks)
        styles.set(block, new Map(styles.get(block)).set(style.name, { ...style, label: style.label ?? style.name }));
      return true;
    },
    unregisterBlockStyle: (block, name) => styles.get(block)?.delete(name) ?? false,
    getBlockStyles: (block) => [...(styles.get(block)?.values() ?? [])],
  };
}
