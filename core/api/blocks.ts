import type { MaybePromise, Undo } from './hooks.js';

/** One attribute of a block type: the part of JSON Schema that blocks use. */
export interface BlockAttributeSchema {
  type?: string | readonly string[];
  default?: unknown;
  enum?: readonly unknown[];
  items?: Readonly<Record<string, unknown>>;
  properties?: Readonly<Record<string, unknown>>;
  [keyword: string]: unknown;
}
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
export type BlockRenderCallback = (attributes: BlockAttributes, content: string, block: BlockInstance) => MaybePromise<string>;

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

/** Block types and the blocks in texts. @since 0.1.0 */
export interface BlocksApi {
  /** Registers a block type. @throws PlinthError `block_name_invalid` or `block_already_registered` */
  readonly registerBlockType: (name: string, settings?: BlockTypeSettings, owner?: string) => Undo;
  /** False when there is none of that name. */
  readonly unregisterBlockType: (name: string) => BlockType | false;
  readonly getBlockType: (name: string) => BlockType | null;
  readonly isBlockRegistered: (name: string) => boolean;
  readonly getAllRegistered: () => ReadonlyMap<string, BlockType>;
  readonly parseBlocks: (content: string) => ParsedBlock[];
  readonly serializeBlock: (block: ParsedBlock) => string;
  readonly serializeBlocks: (blocks: readonly ParsedBlock[]) => string;
  readonly serializeBlockAttributes: (attributes: unknown) => string;
  readonly getCommentDelimitedBlockContent: (name: string | null, attributes: ParsedBlock['attrs'], content: string) => string;
  readonly hasBlocks: (content: string) => boolean;
  readonly hasBlock: (name: string, content: string) => boolean;
  /** 1 when the text holds blocks, else 0. */
  readonly blockVersion: (content: string) => 0 | 1;
  readonly filterBlockContent: (text: string, allowedHtml?: string, protocols?: readonly string[]) => string;
  readonly renderBlock: (block: ParsedBlock, context?: Record<string, unknown>) => MaybePromise<string>;
  readonly doBlocks: (content: string, context?: Record<string, unknown>) => MaybePromise<string>;
  /** Renders what an excerpt may show of a text's blocks. */
  readonly excerptRemoveBlocks: (content: string) => MaybePromise<string>;
}
