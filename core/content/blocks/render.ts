import { type HookApi, mapSeries } from '../../api/index.js';
import type { BlockInstance, ParsedBlock } from '../../api/blocks.js';
import { authorAttributes, prepareAttributes } from './attributes.js';
import type { BlockRegistry } from './registry.js';

type BlockContext = Readonly<Record<string, unknown>>;
interface RenderOptions {
  hooks: HookApi;
  registry: BlockRegistry;
  invoke: <T>(owner: string, entryName: string, call: () => T) => T;
}
type RenderBlock = (block: ParsedBlock, context: BlockContext, parent: BlockInstance | null) => Promise<string>;

function createInstance(block: ParsedBlock, available: BlockContext, registry: BlockRegistry): BlockInstance {
  const name = block.blockName ?? '';
  const blockType = registry.get(name);
  const parsedAttributes = authorAttributes(block);
  const attributes = blockType ? prepareAttributes(blockType, parsedAttributes) : parsedAttributes;
  const contextKeys = blockType?.usesContext.filter((key) => Object.hasOwn(available, key)) ?? [];
  return {
    name,
    parsedBlock: block,
    attributes,
    context: Object.fromEntries(contextKeys.map((key) => [key, available[key]])),
    blockType,
  };
}

function contextForChildren(instance: BlockInstance, available: BlockContext): BlockContext {
  const provided = Object.entries(instance.blockType?.providesContext ?? {}).filter(([, attribute]) =>
    Object.hasOwn(instance.attributes, attribute),
  );
  return {
    ...available,
    ...Object.fromEntries(provided.map(([key, attribute]) => [key, instance.attributes[attribute]])),
  };
}

/** Whether a block is hidden by its metadata. */
function isHidden(instance: BlockInstance): boolean {
  const metadata = instance.attributes['metadata'];
  if (instance.blockType === null || instance.blockType.supports['visibility'] === false) return false;
  return (
    typeof metadata === 'object' &&
    metadata !== null &&
    'blockVisibility' in metadata &&
    metadata.blockVisibility === false
  );
}

/**
 * Creates the function that renders a block with its inner blocks (`render_block`, `WP_Block::render`) through
 * WordPress's filters.
 */
export function createRenderer({ hooks, registry, invoke }: RenderOptions): RenderBlock {
  const renderBlock: RenderBlock = async (source, available, parent) => {
    const preRendered = await hooks.applyFilters<string | null>('pre_render_block', null, source, parent);
    if (preRendered !== null) return preRendered;
    const block = await hooks.applyFilters('render_block_data', { ...source }, source, parent);
    const context = await hooks.applyFilters('render_block_context', available, block, parent);
    return renderInstance(block, context);
  };

  const renderInstance = async (block: ParsedBlock, available: BlockContext): Promise<string> => {
    const instance = createInstance(block, available, registry);
    const childContext = contextForChildren(instance, available);
    let next = 0;
    const renderedParts = mapSeries(block.innerContent, (part) => {
      if (part !== null) return part;
      const child = block.innerBlocks[next++];
      return child ? renderBlock(child, childContext, instance) : '';
    });
    const texts = await renderedParts;
    const content = await callRenderCallback(instance, texts.join(''));
    return applyRenderFilters(instance, content);
  };

  const callRenderCallback = async (instance: BlockInstance, content: string): Promise<string> => {
    const { blockType: type, attributes, name } = instance;
    const callback = type?.renderCallback;
    if (!type || !callback) return content;
    const rendered: unknown = await invoke(type.owner, `block ${name}`, () => callback(attributes, content, instance));
    return typeof rendered === 'string' || typeof rendered === 'number' ? String(rendered) : '';
  };

  const applyRenderFilters = async (instance: BlockInstance, content: string): Promise<string> => {
    const visibleContent = isHidden(instance) ? '' : content;
    const text = await hooks.applyFilters('render_block', visibleContent, instance.parsedBlock, instance);
    return hooks.applyFilters(`render_block_${instance.name}`, text, instance.parsedBlock, instance);
  };
  return renderBlock;
}
