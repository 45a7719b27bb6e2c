import type { ParsedBlock } from '../../api/blocks.js';
import { encodePhpJson } from './php-json.js';

const ESCAPES: Record<string, string> = {
  '\\\\': '\\u005c',
  '\\"': '\\u0022',
  '--': '\\u002d\\u002d',
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
};

/** Serializes attributes as JSON that is safe in a comment (`serialize_block_attributes`). */
export function serializeBlockAttributes(attributes: unknown): string {
  return encodePhpJson(attributes).replace(/\\\\|\\"|--|[<>&]/g, (found) => ESCAPES[found] ?? found);
}

function isEmpty(attributes: ParsedBlock['attrs']): boolean {
  return attributes === null || Object.keys(attributes).length === 0;
}

/** Removes the core namespace from a block name, as in block comments (`strip_core_block_namespace`). */
export function stripCoreBlockNamespace<Name extends string | null>(name: Name): Name | string {
  return name?.startsWith('core/') ? name.slice('core/'.length) : name;
}

/** Wraps a block's content in its comments (`get_comment_delimited_block_content`). */
export function delimitWithComments(name: string | null, attributes: ParsedBlock['attrs'], content: string): string {
  if (name === null) return content;
  const shortName = stripCoreBlockNamespace(name);
  const attributesJson = isEmpty(attributes) ? '' : `${serializeBlockAttributes(attributes)} `;
  if (content === '' || content === '0') return `<!-- wp:${shortName} ${attributesJson}/-->`;
  return `<!-- wp:${shortName} ${attributesJson}-->${content}<!-- /wp:${shortName} -->`;
}

/** Serializes a block with its inner blocks (`serialize_block`). */
export function serializeBlock(block: ParsedBlock): string {
  let inner = 0;
  let content = '';
  for (const part of block.innerContent) {
    const child = part === null ? block.innerBlocks[inner++] : undefined;
    content += part ?? (child ? serializeBlock(child) : '');
  }
  return delimitWithComments(block.blockName, block.attrs, content);
}

/** Serializes blocks (`serialize_blocks`). */
export function serializeBlocks(blocks: readonly ParsedBlock[]): string {
  return blocks.map(serializeBlock).join('');
}
