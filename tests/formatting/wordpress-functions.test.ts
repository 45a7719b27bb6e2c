import { createFormatting } from '../../core/formatting/index.js';
import { createHooks } from '../../core/hooks/index.js';
import { createI18n } from '../../core/i18n/index.js';
import { createContext, runInContext } from '../../core/context/index.js';

const hooks = createHooks();
const f = createFormatting({ hooks, homeUrl: 'https://shop.example' });

describe('lists and small texts', () => {
  const list = [
    { name: 'b', size: 10 },
    { name: 'a', size: '9' },
    { name: 'c', size: 9 },
  ];

  it('filters a list by all, any or none of the fields, as PHP compares', () => {
    expect(f.wpListFilter(list, { size: 9 }).map(({ name }) => name)).toEqual(['a', 'c']);
    expect(f.wpListFilter(list, { size: 9, name: 'b' }, 'OR')).toHaveLength(3);
    expect(f.wpListFilter(list, { size: 9 }, 'NOT').map(({ name }) => name)).toEqual(['b']);
  });

  it('sorts numbers as numbers, by several fields, and leaves the list as it was', () => {
    expect(f.wpListSort(list, 'size').map(({ name }) => name)).toEqual(['a', 'c', 'b']);
    expect(f.wpListSort(list, { size: 'ASC', name: 'DESC' }).map(({ name }) => name)).toEqual(['c', 'a', 'b']);
    expect(list[0]?.name).toBe('b');
  });

  it('marks what is chosen, as PHP compares', () => {
    expect([f.selected(1, '1'), f.checked('1', true), f.disabled('a', 'b'), f.readonly(true)]).toEqual([
      ' selected="selected"',
      ' checked="checked"',
      '',
      ' readonly="readonly"',
    ]);
  });

  it('takes the person out of an address, and out of data', () => {
    expect(f.wpPrivacyAnonymizeIp('192.0.2.77')).toBe('192.0.2.0');
    expect(f.wpPrivacyAnonymizeIp('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::');
    expect(f.wpPrivacyAnonymizeIp('::ffff:192.0.2.77')).toBe('192.0.2.0');
    expect(f.wpPrivacyAnonymizeIp('nobody')).toBe('0.0.0.0');
    expect(f.wpPrivacyAnonymizeData('email', 'a@b.example')).toBe('deleted@site.invalid');
  });

  it('writes JSON as PHP does, and none of what holds itself', () => {
    const round: Record<string, unknown> = {};
    round.self = round;
    expect(f.wpJsonEncode({ a: 'ż/</script>' })).toBe('{"a":"\\u017c\\/<\\/script>"}');
    expect(f.wpJsonEncode(round)).toBe(false);
    expect(f.wpJsonEncode([Infinity])).toBe(false);
    expect(f.wpJsonEncode({ a: [] }, true)).toBe('{\n    "a": []\n}');
    expect(f.wpJsonEncode(undefined)).toBe('null');
  });

  it('shows addresses of e-mail to people, and no plain at-sign to programs', () => {
    const shown = f.antispambot('me@shop.example');
    expect(shown).not.toContain('@');
    expect(shown.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))).toBe('me@shop.example');
  });

  it('knows which days there are', () => {
    expect([
      f.wpCheckdate(2, 29, 2024),
      f.wpCheckdate(2, 29, 2023),
      f.wpCheckdate(2, 29, 1900),
      f.wpCheckdate(13, 1, 2024),
      f.wpCheckdate(4, 31, 2024),
    ]).toEqual([true, false, false, false, false]);
  });

  it('gives an address another scheme', () => {
    expect([
      f.setUrlScheme('http://a.example/b', 'https'),
      f.setUrlScheme('https://a.example/b', 'relative'),
      f.setUrlScheme('//a.example/b'),
      f.setUrlScheme('https://a.example', 'relative'),
    ]).toEqual(['https://a.example/b', '/b', 'https://a.example/b', '/']);
  });

  it('gives no number twice', () => {
    expect(f.wpUniqueId('x')).not.toBe(f.wpUniqueId('x'));
    expect(f.wpGenerateUuid4()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
  });

  it('makes notices whose message holds no script', () => {
    const notice = f.wpGetAdminNotice('Saved <b>all</b><script>x</script>', { type: 'success', dismissible: true });
    expect(notice).toContain('class="notice notice-success is-dismissible"');
    expect(notice).toContain('<b>all</b>');
    expect(notice).not.toContain('<script');
  });
});

describe('translations', () => {
  const text = createI18n().domain('nobody');

  it('escapes what is translated with what is put into it', () => {
    expect(text.escHtml__('Hello %s', '<b>"')).toBe('Hello &lt;b&gt;&quot;');
    expect(text.escAttrX('A "%s"', 'verb', "'")).toBe('A &quot;&#039;&quot;');
  });

  it('keeps words with a plural for later', () => {
    const plural = text._nNoop('%d book', '%d books');
    expect([
      text.translateNoopedPlural(plural, 1),
      text.translateNoopedPlural(plural, 5),
      text._nx('%d box', '%d boxes', 2, 'of wood'),
    ]).toEqual(['1 book', '5 books', '2 boxes']);
  });

  it('switches the language of one request, and of no other', () => {
    const [one, other] = [createContext('one'), createContext('other')];
    runInContext(one, () => text.switchToLocale('pl_PL'));
    expect(runInContext(other, () => text.getLocale())).toBe('en_US');
    expect(runInContext(one, () => text.getLocale())).toBe('pl_PL');
  });
});
