import type { KsesAllowedHtml } from './formatting.js';
import type { Undo } from './hooks.js';
import type { MaybePromise } from './maybe-promise.js';

/** One attribute of a block type: the part of JSON Schema that blocks use. */
export interface BlockAttributeSchema {
  type?: string | readonly string[];
  default?: unknown;
  enum?: readonly unknown[];
  items?: Readonly<Record<string, unknown>>;
  properties?: Readonly<Record<string, unknown>>;
  /** Bounds of a number. */
  minimum?: number;
  maximum?: number;
  /** What the editor calls it, in words that the plugin's catalogue translates; made of its name when absent. @since 0.2.0 */
  label?: string;
  /** A sentence below its control in the editor. @since 0.2.0 */
  help?: string;
  /** `false` keeps the editor from offering a control for it. @since 0.2.0 */
  control?: boolean;
  [keyword: string]: unknown;
}
/** The values of a block, as its comment has them or its type defaults them. */
export type BlockAttributes = Record<string, unknown>;

/** One block as the comments in the text describe it. */
export interface ParsedBlock {
  /** `namespace/name`, null for text outside of blocks. */
  blockName: string | null;
  /** null when the comment's JSON is broken. */
  attrs: BlockAttributes | readonly unknown[] | null;
  innerBlocks: ParsedBlock[];
  /** The text without the inner blocks. */
  innerHTML: string;
  /** The text in pieces; null stands for the next inner block. */
  innerContent: (string | null)[];
}

/** What a render callback learns about the block besides its attributes. */
export interface BlockInstance {
  readonly name: string;
  readonly parsedBlock: ParsedBlock;
  readonly attributes: BlockAttributes;
  /** Values that surrounding blocks and the page provide, as far as the type asks for them. */
  readonly context: Readonly<Record<string, unknown>>;
  readonly blockType: BlockType | null;
}
/** Makes a block's HTML out of its attributes, and the HTML of what is inside it. */
export type BlockRenderCallback = (
  attributes: BlockAttributes,
  content: string,
  block: BlockInstance,
) => MaybePromise<string>;

/** What `registerBlockType` takes. */
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
  /** Context name → the attribute that provides it. */
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

/** A look that authors can give a block instead of its own. @since 0.2.0 */
export interface BlockStyle {
  /** A block that wears it has the class `is-style-<name>`. */
  readonly name: string;
  /** What authors read; the name when absent. */
  readonly label?: string;
  /** The block has it while no other is chosen. */
  readonly isDefault?: boolean;
  /** CSS that pages carry where the block stands with it. */
  readonly inlineStyle?: string;
  /** A style that is registered already, in place of `inlineStyle`. */
  readonly styleHandle?: string;
}

/** Looks of blocks (WordPress: WP_Block_Styles_Registry). Programs read them with the block types. @since 0.2.0 */
export interface BlockStylesApi {
  /** Makes a look known for one block or several (`register_block_style`); false when a name is missing or cannot be a class. */
  registerBlockStyle(block: string | readonly string[], style: BlockStyle): boolean;
  /** Takes a look back; false when there was none (`unregister_block_style`). */
  unregisterBlockStyle(block: string, name: string): boolean;
  /** The looks of a block (`WP_Block_Styles_Registry::get_registered_styles_for_block`). */
  getBlockStyles(block: string): readonly BlockStyle[];
}

/** Block types and the blocks in texts. @since 0.1.0 */
export interface BlocksApi extends BlockStylesApi {
  /** Registers a block type. @throws PlinthError `block_name_invalid` or `block_already_registered` */
  readonly registerBlockType: (name: string, settings?: BlockTypeSettings, owner?: string) => Undo;
  /** False when there is none of that name. */
  readonly unregisterBlockType: (name: string) => BlockType | false;
  /** A registered block type, or null (`WP_Block_Type_Registry::get_registered`). */
  readonly getBlockType: (name: string) => BlockType | null;
  /** Whether a block type of this name is registered (`WP_Block_Type_Registry::is_registered`). */
  readonly isBlockRegistered: (name: string) => boolean;
  /** Every registered block type by its name (`WP_Block_Type_Registry::get_all_registered`). */
  readonly getAllRegistered: () => ReadonlyMap<string, BlockType>;
  /** The blocks of a text, with the HTML between them as blocks without a name (`parse_blocks`). */
  readonly parseBlocks: (content: string) => ParsedBlock[];
  /** One block as the text it is stored as (`serialize_block`). */
  readonly serializeBlock: (block: ParsedBlock) => string;
  /** Blocks as the text they are stored as; of what was parsed, the same text (`serialize_blocks`). */
  readonly serializeBlocks: (blocks: readonly ParsedBlock[]) => string;
  /** Attributes as JSON that cannot end the comment they stand in (`serialize_block_attributes`). */
  readonly serializeBlockAttributes: (attributes: unknown) => string;
  /** The name of a block without the `core/` of those that come with the host (`strip_core_block_namespace`). @since 0.2.0 */
  readonly stripCoreBlockNamespace: (name: string | null) => string | null;
  /** A block's comments around its content (`get_comment_delimited_block_content`). */
  readonly getCommentDelimitedBlockContent: (
    name: string | null,
    attributes: ParsedBlock['attrs'],
    content: string,
  ) => string;
  /** Whether a text holds any block (`has_blocks`). */
  readonly hasBlocks: (content: string) => boolean;
  /** Whether a text holds a block of this name; `core/` may be left out (`has_block`). */
  readonly hasBlock: (name: string, content: string) => boolean;
  /** 1 when the text holds blocks, else 0. */
  readonly blockVersion: (content: string) => 0 | 1;
  /** Passes every block of a text through `wpKses` (`filter_block_content`). */
  readonly filterBlockContent: (
    text: string,
    allowedHtml?: KsesAllowedHtml | string,
    protocols?: readonly string[],
  ) => string;
  /** The HTML of one block; a promise when something in it is asynchronous (`render_block`). */
  readonly renderBlock: (block: ParsedBlock, context?: Record<string, unknown>) => MaybePromise<string>;
  /** The HTML of a text with blocks; a promise when something in it is asynchronous (`do_blocks`). */
  readonly doBlocks: (content: string, context?: Record<string, unknown>) => MaybePromise<string>;
  /**
   * The attributes of the element around a block, for its render callback: class, alignment, anchor, and those given (`get_block_wrapper_attributes`).
   * @param block what the callback gets third
   * @since 0.2.0
   */
  readonly getBlockWrapperAttributes: (
    block: Pick<BlockInstance, 'name' | 'attributes'>,
    extra?: Readonly<Record<string, string>>,
  ) => string;
  /** Renders what an excerpt may show of a text's blocks. */
  readonly excerptRemoveBlocks: (content: string) => MaybePromise<string>;
}
