import type { KsesAllowedHtml } from './formatting.js';
import type { Undo } from './hooks.js';
import type { MaybePromise } from './maybe-promise.js';

/** Schema of a block attribute: the subset of JSON Schema that blocks use. */
export interface BlockAttributeSchema {
  type?: string | readonly string[];
  default?: unknown;
  enum?: readonly unknown[];
  items?: Readonly<Record<string, unknown>>;
  properties?: Readonly<Record<string, unknown>>;
  /** Minimum of a number. */
  minimum?: number;
  maximum?: number;
  /**
   * Label in the editor, translated by the plugin's text domain; derived from the attribute name if absent.
   * @since 0.1.0
   */
  label?: string;
  /**
   * Help text below the control in the editor.
   * @since 0.1.0
   */
  help?: string;
  /**
   * `false` hides the attribute in the editor.
   * @since 0.1.0
   */
  control?: boolean;
  [keyword: string]: unknown;
}
/** Attribute values of a block, from its comment or the defaults of its type. */
export type BlockAttributes = Record<string, unknown>;

/** A block as parsed from the comments in the content. */
export interface ParsedBlock {
  /** `namespace/name`; null for content outside of blocks. */
  blockName: string | null;
  /** null if the JSON in the comment is invalid. */
  attrs: BlockAttributes | readonly unknown[] | null;
  innerBlocks: ParsedBlock[];
  /** HTML of the block without its inner blocks. */
  innerHTML: string;
  /** HTML fragments; null is the placeholder of the next inner block. */
  innerContent: (string | null)[];
}

/** Information about the block passed to a render callback in addition to the attributes. */
export interface BlockInstance {
  readonly name: string;
  readonly parsedBlock: ParsedBlock;
  readonly attributes: BlockAttributes;
  /** Values provided by parent blocks and the page, limited to those the block type uses. */
  readonly context: Readonly<Record<string, unknown>>;
  readonly blockType: BlockType | null;
}
/** Renders a block from its attributes and the HTML of its inner content. */
export type BlockRenderCallback = (
  attributes: BlockAttributes,
  content: string,
  block: BlockInstance,
) => MaybePromise<string>;

/** Settings of `registerBlockType`. */
export interface BlockTypeSettings {
  apiVersion?: number;
  title?: string;
  category?: string | null;
  description?: string;
  icon?: string | null;
  keywords?: readonly string[];
  parent?: readonly string[] | null;
  ancestor?: readonly string[] | null;
  attributes?: Record<string, BlockAttributeSchema>;
  /** Maps context names to the attributes that provide them. */
  providesContext?: Record<string, string>;
  usesContext?: readonly string[];
  supports?: Record<string, unknown>;
  textdomain?: string | null;
  renderCallback?: BlockRenderCallback | null;
}

/** A registered block type. @since 0.1.0 */
export interface BlockType extends Required<BlockTypeSettings> {
  readonly name: string;
  /** The plugin that registered it. */
  readonly owner: string;
}

/**
 * An alternative style that authors can select for a block.
 * @since 0.1.0
 */
export interface BlockStyle {
  /** Blocks with this style have the class `is-style-<name>`. */
  readonly name: string;
  /** Label shown to authors; defaults to the name. */
  readonly label?: string;
  /** Whether the style applies if no other is selected. */
  readonly isDefault?: boolean;
  /** CSS added to pages that contain a block with this style. */
  readonly inlineStyle?: string;
  /** Handle of a registered style, as an alternative to `inlineStyle`. */
  readonly styleHandle?: string;
}

/**
 * Block styles (WordPress: WP_Block_Styles_Registry). API clients read them with the block types.
 * @since 0.1.0
 */
export interface BlockStylesApi {
  /**
   * Registers a style for one or several blocks (`register_block_style`); false if the name is missing or not a valid
   * class name.
   */
  registerBlockStyle(block: string | readonly string[], style: BlockStyle): boolean;
  /** Removes a block style; false if it is not registered (`unregister_block_style`). */
  unregisterBlockStyle(block: string, name: string): boolean;
  /** Returns the styles of a block (`WP_Block_Styles_Registry::get_registered_styles_for_block`). */
  getBlockStyles(block: string): readonly BlockStyle[];
}

/**
 * Block types, and functions for content with blocks.
 * @since 0.1.0
 */
export interface BlocksApi extends BlockStylesApi {
  /** Registers a block type. @throws PlinthError `block_name_invalid` or `block_exists` */
  readonly registerBlockType: (name: string, settings?: BlockTypeSettings, owner?: string) => Undo;
  /** Unregisters a block type; false if it is not registered. */
  readonly unregisterBlockType: (name: string) => BlockType | false;
  /** Returns a registered block type, or null (`WP_Block_Type_Registry::get_registered`). */
  readonly getBlockType: (name: string) => BlockType | null;
  /** Whether a block type of this name is registered (`WP_Block_Type_Registry::is_registered`). */
  readonly isBlockRegistered: (name: string) => boolean;
  /** Returns all registered block types by name (`WP_Block_Type_Registry::get_all_registered`). */
  readonly getAllRegistered: () => ReadonlyMap<string, BlockType>;
  /** Parses the blocks of a text; HTML between blocks becomes blocks without a name (`parse_blocks`). */
  readonly parseBlocks: (content: string) => ParsedBlock[];
  /** Returns a block in its stored form (`serialize_block`). */
  readonly serializeBlock: (block: ParsedBlock) => string;
  /** Returns blocks in their stored form; parsed blocks serialize to the original text (`serialize_blocks`). */
  readonly serializeBlocks: (blocks: readonly ParsedBlock[]) => string;
  /** Encodes attributes as JSON that cannot close the surrounding HTML comment (`serialize_block_attributes`). */
  readonly serializeBlockAttributes: (attributes: unknown) => string;
  /**
   * Removes the prefix `core/` from the name of a core block (`strip_core_block_namespace`).
   * @since 0.1.0
   */
  readonly stripCoreBlockNamespace: (name: string | null) => string | null;
  /** Wraps content in the comments of a block (`get_comment_delimited_block_content`). */
  readonly getCommentDelimitedBlockContent: (
    name: string | null,
    attributes: ParsedBlock['attrs'],
    content: string,
  ) => string;
  /** Whether a text contains blocks (`has_blocks`). */
  readonly hasBlocks: (content: string) => boolean;
  /** Whether a text contains a block with this name; `core/` may be omitted (`has_block`). */
  readonly hasBlock: (name: string, content: string) => boolean;
  /** Returns 1 if the text contains blocks, otherwise 0. */
  readonly blockVersion: (content: string) => 0 | 1;
  /** Runs every block of a text through `wpKses` (`filter_block_content`). */
  readonly filterBlockContent: (
    text: string,
    allowedHtml?: KsesAllowedHtml | string,
    protocols?: readonly string[],
  ) => string;
  /** Renders a block as HTML (`render_block`). */
  readonly renderBlock: (block: ParsedBlock, context?: Record<string, unknown>) => Promise<string>;
  /** Renders a text with blocks as HTML (`do_blocks`). */
  readonly doBlocks: (content: string, context?: Record<string, unknown>) => Promise<string>;
  /**
   * Returns the attributes of a block's wrapper element, for its render callback: class, alignment, anchor and the
   * extra attributes (`get_block_wrapper_attributes`).
   * @param block third argument of the render callback
   * @since 0.1.0
   */
  readonly getBlockWrapperAttributes: (
    block: Pick<BlockInstance, 'name' | 'attributes'>,
    extra?: Readonly<Record<string, string>>,
  ) => string;
  /** Renders the blocks of a text that are allowed in an excerpt. */
  readonly excerptRemoveBlocks: (content: string) => Promise<string>;
}
