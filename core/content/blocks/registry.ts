import type { BlockType, BlockTypeSettings, BlockStyle, BlockStylesApi } from '../../api/blocks.js';
import { PlinthError } from '../../api/errors.js';
import type { Undo } from '../../api/hooks.js';
import type { BlockPattern, BlockPatternCategory, PatternsApi } from '../../api/index.js';

const BLOCK_NAME = /^[a-z0-9-]+\/[a-z0-9-]+$/;

/** The registry of block types, by name. */
export interface BlockRegistry {
  readonly register: (name: string, settings: BlockTypeSettings, owner: string) => Undo;
  readonly unregister: (name: string) => BlockType | false;
  readonly get: (name: string) => BlockType | null;
  readonly all: () => ReadonlyMap<string, BlockType>;
}

function toBlockType(name: string, settings: BlockTypeSettings, owner: string): BlockType {
  return {
    apiVersion: settings.apiVersion ?? 1,
    title: settings.title ?? '',
    category: settings.category ?? null,
    description: settings.description ?? '',
    icon: settings.icon ?? null,
    keywords: settings.keywords ?? [],
    parent: settings.parent ?? null,
    ancestor: settings.ancestor ?? null,
    // Every block supports the attributes `lock` and `metadata`.
    attributes: { lock: { type: 'object' }, metadata: { type: 'object' }, ...settings.attributes },
    providesContext: settings.providesContext ?? {},
    usesContext: settings.usesContext ?? [],
    supports: settings.supports ?? {},
    textdomain: settings.textdomain ?? null,
    renderCallback: settings.renderCallback ?? null,
    name,
    owner,
  };
}

/** The registry of block types, as in WordPress's `WP_Block_Type_Registry`. */
export function createBlockRegistry(): BlockRegistry {
  const types = new Map<string, BlockType>();
  return {
    register(name, settings, owner) {
      if (!BLOCK_NAME.test(name)) {
        throw new PlinthError('block_name_invalid', `“${name}” is not a valid block name.`, {
          hint: 'Use the form namespace/name, with lower-case letters, digits and dashes.',
        });
      }
      if (types.has(name)) {
        throw new PlinthError('block_exists', `The block “${name}” is already registered.`, {
          hint: 'Give the block another name, or unregister the first one.',
        });
      }
      const type = toBlockType(name, settings, owner);
      types.set(name, type);
      return () => {
        if (types.get(name) === type) types.delete(name);
      };
    },
    unregister(name) {
      const type = types.get(name);
      types.delete(name);
      return type ?? false;
    },
    get: (name) => types.get(name) ?? null,
    all: () => types,
  };
}

/**
 * Creates the registry of block styles (WordPress: WP_Block_Styles_Registry).
 * @since 0.1.0
 */
export function createBlockStyles(): BlockStylesApi {
  const styles = new Map<string, Map<string, BlockStyle>>();
  return {
    registerBlockStyle(names, style) {
      const blocks = typeof names === 'string' ? [names] : names;
      // A style name becomes part of a CSS class, so it must not contain whitespace.
      if (blocks.length === 0 || blocks.includes('') || style.name === '' || /\s/.test(style.name)) return false;
      for (const block of blocks)
        styles.set(block, new Map(styles.get(block)).set(style.name, { ...style, label: style.label ?? style.name }));
      return true;
    },
    unregisterBlockStyle: (block, name) => styles.get(block)?.delete(name) ?? false,
    getBlockStyles: (block) => [...(styles.get(block)?.values() ?? [])],
  };
}

/** Whether a value is text; plugins in plain JavaScript may pass anything. */
const isFilledText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/**
 * Creates the registry of block patterns.
 * @since 0.1.0
 */
export function createPatterns(): PatternsApi {
  const patterns = new Map<string, BlockPattern>();
  const categories = new Map<string, BlockPatternCategory>();
  return {
    registerBlockPattern(name, pattern) {
      if (![name, pattern?.title, pattern?.content].every(isFilledText)) return false;
      patterns.set(name, pattern);
      return true;
    },
    unregisterBlockPattern: (name) => patterns.delete(name),
    registerBlockPatternCategory(name, category) {
      if (![name, category?.label].every(isFilledText)) return false;
      categories.set(name, category);
      return true;
    },
    unregisterBlockPatternCategory: (name) => categories.delete(name),
    getBlockPatterns: () => patterns,
    getBlockPatternCategories: () => categories,
  };
}
