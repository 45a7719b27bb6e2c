import { createFormatting } from '../../core/formatting/index.js';
import { createHooks } from '../../core/hooks/index.js';
import { createI18n } from '../../core/i18n/index.js';
import { createContext, runInContext } from '../../core/context/index.js';

const hooks = createHooks();
const f = createFormatting({ hooks, homeUrl: 'https://shop.example' });

describe('list and text helpers', () => {
  const list = [
    { name: 'b', size: 10 },
    { name: 'a', size: '9' },
    { name: 'c', size: 9 },
  ];

  it('filters a list by all, any or none of the fields, comparing loosely', () => {
    expect(f.wpListFilter(list, { size: 9 }).map(({ name }) => name)).toEqual(['a', 'c']);
    expect(f.wpListFilter(list, { size: 9, name: 'b' }, 'OR')).toHaveLength(3);
    expect(f.wpListFilter(list, { size: 9 }, 'NOT').map(({ name }) => name)).toEqual(['b']);
  });

  it('sorts numerically and by several fields without changing the input', () => {
    expect(f.wpListSort(list, 'size').map(({ name }) => name)).toEqual(['a', 'c', 'b']);
    expect(f.wpListSort(list, { size: 'ASC', name: 'DESC' }).map(({ name }) => name)).toEqual(['c', 'a', 'b']);
    expect(list[0]?.name).toBe('b');
  });

  it('marks selected, checked, disabled and readonly fields, comparing loosely', () => {
    expect([f.selected(1, '1'), f.checked('1', true), f.disabled('a', 'b'), f.readonly(true)]).toEqual([
      ' selected="selected"',
      ' checked="checked"',
      '',
      ' readonly="readonly"',
    ]);
  });

  it('anonymizes IP addresses and email addresses', () => {
    expect(f.wpPrivacyAnonymizeIp('192.0.2.77')).toBe('192.0.2.0');
    expect(f.wpPrivacyAnonymizeIp('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::');
    expect(f.wpPrivacyAnonymizeIp('::ffff:192.0.2.77')).toBe('192.0.2.0');
    expect(f.wpPrivacyAnonymizeIp('nobody')).toBe('0.0.0.0');
    expect(f.wpPrivacyAnonymizeData('email', 'a@b.example')).toBe('deleted@site.invalid');
  });

  it('encodes JSON as PHP does and returns false for circular data', () => {
    const round: Record<string, unknown> = {};
    round.self = round;
    expect(f.wpJsonEncode({ a: 'ż/</script>' })).toBe('{"a":"\\u017c\\/<\\/script>"}');
    expect(f.wpJsonEncode(round)).toBe(false);
    expect(f.wpJsonEncode([Infinity])).toBe(false);
    expect(f.wpJsonEncode({ a: [] }, true)).toBe('{\n    "a": []\n}');
    expect(f.wpJsonEncode(undefined)).toBe('null');
  });

  it('encodes email addresses as entities without a plain at sign', () => {
    const encoded = f.antispambot('me@shop.example');
    expect(encoded).not.toContain('@');
    expect(encoded.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))).toBe(
      'me@shop.example',
    );
  });

  it('validates dates, including leap years', () => {
    expect([
      f.wpCheckdate(2, 29, 2024),
      f.wpCheckdate(2, 29, 2023),
      f.wpCheckdate(2, 29, 1900),
      f.wpCheckdate(13, 1, 2024),
      f.wpCheckdate(4, 31, 2024),
    ]).toEqual([true, false, false, false, false]);
  });

  it('replaces the scheme of a URL', () => {
    expect([
      f.setUrlScheme('http://a.example/b', 'https'),
      f.setUrlScheme('https://a.example/b', 'relative'),
      f.setUrlScheme('//a.example/b'),
      f.setUrlScheme('https://a.example', 'relative'),
    ]).toEqual(['https://a.example/b', '/b', 'https://a.example/b', '/']);
  });

  it('generates distinct ids and version 4 UUIDs', () => {
    expect(f.wpUniqueId('x')).not.toBe(f.wpUniqueId('x'));
    expect(f.wpGenerateUuid4()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
  });

  it('renders admin notices and strips scripts from their message', () => {
    const notice = f.wpGetAdminNotice('Saved <b>all</b><script>x</script>', { type: 'success', dismissible: true });
    expect(notice).toContain('class="notice notice-success is-dismissible"');
    expect(notice).toContain('<b>all</b>');
    expect(notice).not.toContain('<script');
  });
});

describe('translations', () => {
  const text = createI18n().domain('nobody');

  it('escapes a translation together with its arguments', () => {
    expect(text.escHtml__('Hello %s', '<b>"')).toBe('Hello &lt;b&gt;&quot;');
    expect(text.escAttrX('A "%s"', 'verb', "'")).toBe('A &quot;&#039;&quot;');
  });

  it('translates deferred plural forms by number', () => {
    const plural = text._nNoop('%d book', '%d books');
    expect([
      text.translateNoopedPlural(plural, 1),
      text.translateNoopedPlural(plural, 5),
      text._nx('%d box', '%d boxes', 2, 'of wood'),
    ]).toEqual(['1 book', '5 books', '2 boxes']);
  });

  it('switches the locale of the current request only', () => {
    const [first, second] = [createContext('one'), createContext('other')];
    runInContext(first, () => text.switchToLocale('pl_PL'));
    expect(runInContext(second, () => text.getLocale())).toBe('en_US');
    expect(runInContext(first, () => text.getLocale())).toBe('pl_PL');
  });
});
