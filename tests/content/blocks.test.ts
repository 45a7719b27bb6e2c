import { PlinthError } from '../../core/api/index.js';
import { createBlocks, type BlockOptions } from '../../core/content/blocks/index.js';
import { createShortcodes } from '../../core/content/shortcodes/index.js';
import { createTheContent } from '../../core/content/the-content.js';
import { createFormatting } from '../../core/formatting/index.js';
import { createContext, runInContext } from '../../core/context/index.js';
import { createHooks } from '../../core/hooks/index.js';

function setUp(extra: Partial<BlockOptions> = {}) {
  const hooks = createHooks();
  const f = createFormatting({ hooks, homeUrl: 'https://shop.test' });
  const shortcodes = createShortcodes({ hooks, oneAttr: f.wpKsesOneAttr });
  const blocks = createBlocks({ hooks, formatting: f, ...extra });
  return { hooks, f, blocks, content: createTheContent({ hooks, formatting: f, shortcodes, blocks }) };
}

test('places the output of an asynchronous block inside other blocks', async () => {
  const { blocks } = setUp();
  blocks.registerBlockType('t/slow', {
    renderCallback: async (attributes) => Promise.resolve(`<${String(attributes['n'])}>`),
  });
  const rendered = blocks.doBlocks(
    'a<!-- wp:t/box --><i><!-- wp:t/slow {"n":1} /--></i><!-- wp:t/slow {"n":2} /--><!-- /wp:t/box -->b',
  );
  expect(rendered).toBeInstanceOf(Promise);
  expect(await rendered).toBe('a<i><1></i><2>b');
});

test('runs each block render callback in its owner context', async () => {
  const calls: string[] = [];
  const { blocks } = setUp({
    invoke: (owner, entryName, call) => {
      calls.push(`${owner}: ${entryName}`);
      return call();
    },
  });
  blocks.registerBlockType('t/a', { renderCallback: () => 'A' }, 'shop');
  expect(await blocks.doBlocks('<!-- wp:t/a /-->')).toBe('A');
  expect(calls).toEqual(['shop: block t/a']);
});

test('removes a block type completely when its registration is undone', () => {
  const { blocks } = setUp();
  const before = [...blocks.getAllRegistered().keys()];
  const undo = blocks.registerBlockType('t/a', { title: 'A' });
  expect(blocks.getBlockType('t/a')?.title).toBe('A');
  undo();
  expect([...blocks.getAllRegistered().keys()]).toEqual(before);
});

test('rejects a block name without namespace or a duplicate, with a hint', () => {
  const { blocks } = setUp();
  blocks.registerBlockType('t/a');
  const code = (register: () => void): string => {
    try {
      register();
    } catch (error) {
      return error instanceof PlinthError && error.hint !== '' ? error.code : String(error);
    }
    return 'none';
  };
  expect(code(() => blocks.registerBlockType('plain'))).toBe('block_name_invalid');
  expect(code(() => blocks.registerBlockType('t/a'))).toBe('block_exists');
});

test('falls back to default attributes and passes block context only to consumers', async () => {
  const { blocks } = setUp();
  blocks.registerBlockType('t/give', {
    attributes: { v: { type: 'string', default: 'd' } },
    providesContext: { 't/v': 'v' },
  });
  blocks.registerBlockType('t/take', {
    usesContext: ['t/v'],
    renderCallback: (_a, _c, block) => String(block.context['t/v']),
  });
  blocks.registerBlockType('t/deaf', { renderCallback: (_a, _c, block) => String(block.context['t/v']) });
  const inner = '<!-- wp:t/take /--> <!-- wp:t/deaf /-->';
  expect(await blocks.doBlocks(`<!-- wp:t/give {"v":[1]} -->${inner}<!-- /wp:t/give -->`)).toBe('d undefined');
});

test('applies the filters before, around and after rendering a block', async () => {
  const { hooks, blocks } = setUp();
  blocks.registerBlockType('t/a', { renderCallback: (attributes) => String(attributes['x']) });
  hooks.addFilter('render_block_data', (block) => ({ ...block, attrs: { x: 'data' } }));
  hooks.addFilter('render_block_t/a', (text: string) => `${text}!`);
  hooks.addFilter('pre_render_block', (early, block) => (block.blockName === 't/b' ? 'early' : early), 10, 2);
  expect(await blocks.doBlocks('<!-- wp:t/a /--> <!-- wp:t/b -->x<!-- /wp:t/b -->')).toBe('data! early');
});

test('strips scripts from block attributes in sanitized text', () => {
  const { f } = setUp();
  const text = f.wpKsesPost('<!-- wp:t/a {"x":"\\u003cscript\\u003e1"} --><p onclick="x">y</p><!-- /wp:t/a -->');
  expect(text).toBe('<!-- wp:t/a {"x":"1"} --><p>y</p><!-- /wp:t/a -->');
});

test('adds paragraphs only to text without blocks, also in concurrent runs', async () => {
  const { blocks, content } = setUp();
  blocks.registerBlockType('t/slow', {
    renderCallback: async () => new Promise((resolve) => setTimeout(() => resolve('S'), 5)),
  });
  const slow = content.theContent('<!-- wp:t/slow /-->\n\na');
  const plain = content.theContent('a\n\nb');
  expect([await slow, await plain]).toEqual(['S\n\na', '<p>a</p>\n<p>b</p>\n']);
});

test('formats text alike when the_content is fired directly', async () => {
  const { hooks } = setUp();
  expect(await hooks.applyFilters('the_content', '<!-- wp:t/x -->\na\n<!-- /wp:t/x -->')).toBe('\na\n');
  expect(await hooks.applyFilters('the_content', 'a')).toBe('<p>a</p>\n');
});

test('shares no state between visitors when the_content is fired directly', async () => {
  const { hooks } = setUp();
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  hooks.addFilter('the_content', async (text: string) => (await gate, text), 9);
  const visit = (id: string, text: string): Promise<unknown> =>
    runInContext(createContext(id), async () => hooks.applyFilters('the_content', text));
  const both = [visit('one', '<!-- wp:t/x -->\na\n<!-- /wp:t/x -->'), visit('two', 'a')];
  open();
  expect(await Promise.all(both)).toEqual(['\na\n', '<p>a</p>\n']);
});
