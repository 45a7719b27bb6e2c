import { type HookApi, mapSeries, type MaybePromise } from '../../api/index.js';
import type { BlockInstance, ParsedBlock } from '../../api/blocks.js';
import { ownAttributes, prepareAttributes } from './attributes.js';
import type { BlockRegistry } from './registry.js';

type Context = Readonly<Record<string, unknown>>;
interface RenderOptions {
  hooks: HookApi;
  registry: BlockRegistry;
  invoke: <T>(owner: string, what: string, call: () => T) => T;
}
type RenderBlock = (block: ParsedBlock, context: Context, parent: BlockInstance | null) => MaybePromise<string>;

function instanceOf(block: ParsedBlock, available: Context, registry: BlockRegistry): BlockInstance {
  const name = block.blockName ?? '';
  const blockType = registry.get(name);
  const parsedAttributes = ownAttributes(block);
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

function contextForChildren(instance: BlockInstance, available: Context): Context {
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
    const early = await hooks.applyFilters<string | null>('pre_render_block', null, source, parent);
    if (early !== null) return early;
    const block = await hooks.applyFilters('render_block_data', { ...source }, source, parent);
    const context = await hooks.applyFilters('render_block_context', available, block, parent);
    return renderPrepared(block, context);
  };

  const renderPrepared = async (block: ParsedBlock, available: Context): Promise<string> => {
    const instance = instanceOf(block, available, registry);
    const inner = contextForChildren(instance, available);
    let next = 0;
    const parts = mapSeries(block.innerContent, (part) => {
      if (part !== null) return part;
      const child = block.innerBlocks[next++];
      return child ? renderBlock(child, inner, instance) : '';
    });
    const texts = await parts;
    const content = await callRender(instance, texts.join(''));
    return filterRendered(instance, content);
  };

  const callRender = async (instance: BlockInstance, content: string): Promise<string> => {
    const { blockType: type, attributes, name } = instance;
    const callback = type?.renderCallback;
    if (!type || !callback) return content;
    const rendered: unknown = await invoke(type.owner, `block ${name}`, () => callback(attributes, content, instance));
    return typeof rendered === 'string' || typeof rendered === 'number' ? String(rendered) : '';
  };

  const filterRendered = async (instance: BlockInstance, content: string): Promise<string> => {
    const visibleContent = isHidden(instance) ? '' : content;
    const text = await hooks.applyFilters('render_block', visibleContent, instance.parsedBlock, instance);
    return hooks.applyFilters(`render_block_${instance.name}`, text, instance.parsedBlock, instance);
  };
  return renderBlock;
}
