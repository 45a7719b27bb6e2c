import type { AnyCallback, BlockStylesApi, ParsedBlock, ScriptsApi, Undo } from '../../api/index.js';

interface BlockStyleDeps {
  readonly styles: BlockStylesApi;
  readonly scripts: Pick<ScriptsApi, 'wpRegisterStyle' | 'wpAddInlineStyle' | 'wpEnqueueStyle'>;
  addFilter(name: string, callback: AnyCallback, priority: number, acceptedArgs: number): Undo;
  trackUndo(undo: Undo): Undo;
}

/**
 * Creates the functions by which a plugin registers block styles. The styles are removed with the plugin, and a page
 * includes only the styles of the blocks it contains.
 */
export function blockStyleFunctions({
  styles,
  scripts,
  addFilter,
  trackUndo,
}: BlockStyleDeps): Pick<BlockStylesApi, 'registerBlockStyle'> {
  return {
    registerBlockStyle(names, style) {
      if (!styles.registerBlockStyle(names, style)) return false;
      const handle = style.styleHandle ?? `block-style-${style.name}`;
      if (style.styleHandle === undefined && style.inlineStyle !== undefined) {
        scripts.wpRegisterStyle(handle, false);
        scripts.wpAddInlineStyle(handle, style.inlineStyle);
      }
      const hasStyles = style.styleHandle !== undefined || style.inlineStyle !== undefined;
      for (const block of typeof names === 'string' ? [names] : names) {
        trackUndo(() => void styles.unregisterBlockStyle(block, style.name));
        if (hasStyles) {
          addFilter(
            `render_block_${block}`,
            (html: string, { attrs }: ParsedBlock) => {
              if (style.isDefault === true || classesOf(attrs).includes(`is-style-${style.name}`))
                scripts.wpEnqueueStyle(handle);
              return html;
            },
            10,
            2,
          );
        }
      }
      return true;
    },
  };
}

function classesOf(attributes: ParsedBlock['attrs']): readonly string[] {
  const { className } = attributes as { readonly className?: unknown };
  return typeof className === 'string' ? className.split(/\s+/) : [];
}
