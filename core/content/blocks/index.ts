import { mapSeries } from '../../api/index.js';
import type { BlocksApi } from '../../api/blocks.js';
import type { Formatting } from '../../api/formatting.js';
import type { HookApi } from '../../api/hooks.js';
import { acceptAnyType, toText } from '../../formatting/php/text.js';
import { createBlockStyles, createBlockRegistry } from './registry.js';
import { excerptBlocks } from './excerpt.js';
import { sanitizeBlockAttributes } from './kses.js';
import { parseBlocks, hasBlock, hasBlocks } from './parse.js';
import { createRenderer } from './render.js';
import { wrapperAttributes } from './wrapper-attributes.js';
import {
  delimitWithComments,
  serializeBlock,
  serializeBlockAttributes,
  serializeBlocks,
  stripCoreBlockNamespace,
} from './serialize.js';

export { imagesWithoutAlt } from './missing-alt-text.js';
export { FRAME_ORIGINS, frameUrl } from './embed-frames.js';
export { createPatterns } from './registry.js';
export { registerCoreBlocks } from './core-blocks.js';

export interface BlockOptions {
  hooks: HookApi;
  formatting: Pick<Formatting, 'wpKses' | 'escAttr'>;
  /** Calls code of a plugin (`owner`) and handles its errors. */
  invoke?: <T>(owner: string, entryName: string, call: () => T) => T;
}

/**
 * Creates block types and the parsing and rendering of blocks. Registers WordPress's own callback on `pre_kses`, which
 * sanitizes the attributes of blocks.
 * @since 0.1.0
 */
export function createBlocks({ hooks, formatting, invoke = (_owner, _what, call) => call() }: BlockOptions): BlocksApi {
  const registry = createBlockRegistry();
  const render = createRenderer({ hooks, registry, invoke });
  const filterBlockContent: BlocksApi['filterBlockContent'] = (text, allowedHtml = 'post', protocols = []) =>
    sanitizeBlockAttributes(text, (part) => formatting.wpKses(part, allowedHtml, protocols));

  // Attributes are sanitized by the same function, so the callback must not recurse.
  let sanitizing = false;
  hooks.addFilter(
    'pre_kses',
    (text, allowedHtml, protocols) => {
      if (sanitizing || !text.includes('<!--')) return text;
      sanitizing = true;
      try {
        return filterBlockContent(text, allowedHtml, protocols);
      } finally {
        sanitizing = false;
      }
    },
    10,
    3,
  );

  return {
    ...createBlockStyles(),
    registerBlockType: (name, settings = {}, owner = '') => registry.register(name, settings, owner),
    getBlockWrapperAttributes: (block, extra = {}) => wrapperAttributes(formatting, block, extra),
    unregisterBlockType: registry.unregister,
    getBlockType: registry.get,
    isBlockRegistered: (name) => registry.get(name) !== null,
    getAllRegistered: registry.all,
    parseBlocks: acceptAnyType(parseBlocks),
    serializeBlock,
    serializeBlocks,
    serializeBlockAttributes,
    stripCoreBlockNamespace,
    getCommentDelimitedBlockContent: (name, attributes, content) =>
      delimitWithComments(name, attributes, toText(content)),
    hasBlocks: acceptAnyType(hasBlocks),
    hasBlock: (name, content) => hasBlock(toText(name), toText(content)),
    blockVersion: (content) => (hasBlocks(content) ? 1 : 0),
    filterBlockContent,
    renderBlock: async (block, context = {}) => render(block, context, null),
    doBlocks: acceptAnyType(async (content, context: Record<string, unknown> = {}) => {
      const parts = await mapSeries(parseBlocks(content), (block) => render(block, context, null));
      return parts.join('');
    }),
    excerptRemoveBlocks: (content) => excerptBlocks(content, hooks, (block) => render(block, {}, null)),
  };
}
