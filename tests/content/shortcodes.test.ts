import { createShortcodes, type ShortcodeOptions } from '../../core/content/shortcodes/index.js';
import { createFormatting } from '../../core/formatting/index.js';
import { createHooks } from '../../core/hooks/index.js';

function setUp(extra: Partial<ShortcodeOptions> = {}): {
  hooks: ReturnType<typeof createHooks>;
  s: ReturnType<typeof createShortcodes>;
} {
  const hooks = createHooks();
  const f = createFormatting({ hooks, homeUrl: 'https://shop.test' });
  return { hooks, s: createShortcodes({ hooks, oneAttr: f.wpKsesOneAttr, ...extra }) };
}

test('renders shortcodes with attributes and content', async () => {
  const { s } = setUp();
  s.addShortcode('n', (atts, content) => `${atts['a'] ?? ''}(${content})`);
  expect(await s.doShortcode('x [n a="1"]y[/n] [n/]')).toBe('x 1(y) ()');
});

test('runs asynchronous shortcodes one by one and keeps their positions', async () => {
  const { s } = setUp();
  const order: string[] = [];
  s.addShortcode('slow', async (atts) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    order.push(`slow${atts['n'] ?? ''}`);
    return `<${atts['n'] ?? ''}>`;
  });
  s.addShortcode('fast', () => {
    order.push('fast');
    return 'F';
  });
  const result = s.doShortcode('[slow n=1] [fast] [slow n=2] <a title="[slow n=3]">');
  expect(result).toBeInstanceOf(Promise);
  expect(await result).toBe('<1> F <2> <a title="&lt;3&gt;">');
  expect(order).toEqual(['slow3', 'slow1', 'fast', 'slow2']);
});

test('runs each shortcode in its owner context', async () => {
  const calls: string[] = [];
  const { s } = setUp({
    invoke: (owner, entryName, call) => {
      calls.push(`${owner}: ${entryName}`);
      return call();
    },
  });
  s.addShortcode('a', () => 'A', 'shop');
  await s.doShortcode('[a]');
  expect(calls).toEqual(['shop: shortcode [a]']);
});

test('restores the replaced shortcode when a registration is undone', async () => {
  const { s } = setUp();
  s.addShortcode('a', () => 'first');
  const undo = s.addShortcode('a', () => 'second');
  expect(await s.doShortcode('[a]')).toBe('second');
  undo();
  undo();
  expect(await s.doShortcode('[a]')).toBe('first');
});

test('reports a shortcode name with spaces and does not register it', () => {
  const { hooks, s } = setUp();
  s.addShortcode('a b', () => '');
  expect(s.shortcodeExists('a b')).toBe(false);
  expect(hooks.didAction('doing_it_wrong_run')).toBe(1);
});

test('escapes shortcode output inside an HTML attribute', async () => {
  const { s } = setUp();
  s.addShortcode('evil', () => '"><script>x</script>');
  expect(await s.doShortcode('<a title="[evil]">y</a>')).toBe(
    '<a title="&quot;&gt;&lt;script&gt;x&lt;/script&gt;">y</a>',
  );
  expect(await s.doShortcode('<a onclick="[evil]">y</a>')).toBe('<a onclick="[evil]">y</a>');
});

test('keeps shortcode attributes in the order written', () => {
  const { s } = setUp();
  const atts = s.shortcodeParseAtts('b="x" pos A=1');
  expect(s.shortcodeAttsEntries(atts)).toEqual([
    ['b', 'x'],
    ['0', 'pos'],
    ['a', '1'],
  ]);
  expect(s.shortcodeAtts({ a: 0, c: true }, atts)).toEqual({ a: '1', c: true });
});

test('treats __proto__ and constructor as ordinary attributes', () => {
  const { s } = setUp();
  const atts = s.shortcodeParseAtts('__proto__="x" constructor="y"');
  expect(s.shortcodeAttsEntries(atts)).toEqual([
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ]);
  expect(({} as Record<string, unknown>)['x']).toBeUndefined();
});

test('matches with the shortcode pattern what the scanner finds', () => {
  const { s } = setUp();
  s.addShortcode('a', () => '');
  const [, , tag, atts, , content] = new RegExp(s.getShortcodeRegex()).exec('[a x=1]y[/a]') ?? [];
  expect([tag, atts, content]).toEqual(['a', ' x=1', 'y']);
});
