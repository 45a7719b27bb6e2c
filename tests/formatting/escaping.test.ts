import { createFormatting } from '../../core/formatting/index.js';
import { createHooks } from '../../core/hooks/index.js';

const site = (): { hooks: ReturnType<typeof createHooks>; f: ReturnType<typeof createFormatting> } => {
  const hooks = createHooks();
  return { hooks, f: createFormatting({ hooks, homeUrl: 'https://shop.test', requestUri: () => '/now?a=1' }) };
};

test('escaping keeps valid entity references and escapes invalid ones', () => {
  const { f } = site();
  expect(f.escHtml('<b>"&amp;&bogus;&#39;')).toBe('&lt;b&gt;&quot;&amp;&amp;bogus;&#039;');
  expect(f.escTextarea('&amp;')).toBe('&amp;amp;');
  expect(f.escXml('<![CDATA[<a>]]>&nbsp;<')).toBe('<![CDATA[<a>]]>\u00a0&lt;');
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:x',
  'java&#115;cript:1',
  '&#x6a;avascript:1',
  'feed:javascript:1',
  'data:text/html,x',
  'vbscript:x',
])('escUrl and kses drop a URL with a dangerous scheme: %s', (url) => {
  const { f } = site();
  expect(f.escUrl(url)).toBe('');
  expect(f.wpKsesPost(`<a href="${url}">x</a>`)).not.toMatch(/(?:javascript|vbscript|data):/i);
});

test('escUrlRaw keeps brackets in the host and encodes them in the path', () => {
  const { f } = site();
  expect(f.escUrlRaw('http://[::1]:80/[x]')).toBe('http://[::1]:80/%5Bx%5D');
});

test('plugins change escaped text through WordPress’s filters', () => {
  const { hooks, f } = site();
  hooks.addFilter('esc_html', (safe: string) => `${safe}!`);
  hooks.addFilter('sanitize_title', (slug: string) => `${slug}-x`, 11);
  expect(f.escHtml('a')).toBe('a!');
  expect(f.sanitizeTitle('Big Shop')).toBe('big-shop-x');
});

test('wpKsesPost keeps only the elements, attributes and styles allowed in posts', () => {
  const { hooks, f } = site();
  expect(f.wpKsesPost('<p onclick="x" class=y hidden>z</p><script>1</script><iframe src="x"></iframe>')).toBe(
    '<p class="y" hidden>z</p>1',
  );
  expect(f.wpKsesPost('<p style="color:red;behavior:url(x);background:url(javascript:x)">z</p>')).toBe(
    '<p style="color:red">z</p>',
  );
  expect(f.wpKsesPost(`<p title='a"b'>`)).toBe('<p title="a&quot;b">');
  hooks.addFilter(
    'wp_kses_allowed_html',
    (tags, context) => (context === 'post' ? { ...tags, iframe: { src: true as const } } : tags),
    10,
    2,
  );
  expect(f.wpKsesPost('<iframe src="x"></iframe>')).toBe('<iframe src="x"></iframe>');
});

test('wpKsesPost strips all attributes of an element without its required attribute', () => {
  const { f } = site();
  expect(f.wpKsesPost('<object data="https://evil.test/x.pdf" type="application/pdf">')).toBe('<object>');
  expect(f.wpKsesPost('<object data="https://shop.test/wp-content/uploads/x.pdf" type="application/pdf">')).toContain(
    'data="https://shop.test/',
  );
});

test('addQueryArg and removeQueryArg change URLs as in WordPress', () => {
  const { f } = site();
  expect(f.addQueryArg('b', '2')).toBe('/now?a=1&b=2');
  expect(f.addQueryArg({ a: null, b: [1, 2] }, 'http://x.y/?a=1#f')).toBe('http://x.y/?b%5B0%5D=1&b%5B1%5D=2#f');
  expect(f.removeQueryArg(['a', 'b'], '/p?a=1&b[]=2&c=%ff')).toBe('/p?c=%FF');
});

test('wpHttpValidateUrl rejects URLs of the internal network, with credentials or unusual ports', () => {
  const { f } = site();
  expect(f.wpHttpValidateUrl('http://10.0.0.1/')).toBe(false);
  expect(f.wpHttpValidateUrl('http://172.20.0.1/')).toBe(false);
  expect(f.wpHttpValidateUrl('http://user@1.2.3.4/')).toBe(false);
  expect(f.wpHttpValidateUrl('http://1.2.3.4:22/')).toBe(false);
  expect(f.wpHttpValidateUrl('http://1.2.3.4/')).toBe('http://1.2.3.4/');
});

test('sanitizeTextField removes percent-encoded bytes at any nesting depth', () => {
  const { f } = site();
  expect(f.sanitizeTextField('a%2%250b %%2525c')).toBe('a%20b c'.replace('%20', ''));
  expect(f.sanitizeTextField('<b>x</b> < y')).toBe('x &lt; y');
});

test('removeAccents transliterates German and Danish letters by locale', () => {
  const { f } = site();
  expect(f.removeAccents('Äß', 'de_DE')).toBe('Aess');
  expect(f.removeAccents('Åø', 'da_DK')).toBe('Aaoe');
  expect(f.removeAccents('ŁóßＡ')).toBe('LosＡ');
});
