import { defaultEngines } from '../kit/databases.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';

describe.each(defaultEngines)('redirects of moved URLs on %s', (engine) => {
  let test: TestSite;
  let owner: Visitor;
  const guest = () => visitor(test.url);
  beforeAll(async () => {
    test = await bootSite({ engine, shop: true });
    owner = visitor(test.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
  });
  afterAll(() => test.close());

  const to = async (path: string): Promise<string> => {
    const { status, location } = await guest().get(path);
    return status === 301 ? new URL(location, test.url).pathname : String(status);
  };
  const page = (more: object): Promise<number> =>
    test.inContext(async () =>
      Number(
        await test.site.content.wpInsertPost({ post_type: 'page', post_status: 'publish', post_title: 'Tea', ...more }),
      ),
    );
  const rename = (id: number, name: string) =>
    test.inContext(() => test.site.content.wpUpdatePost({ id, post_name: name }));

  it('redirects a renamed page and its child pages, also after repeated renames', async () => {
    const top = await page({ post_name: 'leaves' });
    await page({ post_name: 'green', post_parent: top });
    await rename(top, 'tea-leaves');
    expect([await to('/leaves/'), await to('/leaves/green/')]).toEqual(['/tea-leaves/', '/tea-leaves/green/']);
    await rename(top, 'herbs');
    expect([await to('/leaves/'), await to('/tea-leaves/'), await to('/tea-leaves/green/')]).toEqual([
      '/herbs/',
      '/herbs/',
      '/herbs/green/',
    ]);
    await rename(top, 'leaves');
    expect([await to('/leaves/'), await to('/herbs/'), await to('/tea-leaves/'), await to('/leaves/green/')]).toEqual([
      '200',
      '/leaves/',
      '/leaves/',
      '200',
    ]);
  });

  it('redirects renamed products and product categories', async () => {
    const send = async (path: string, fields: Record<string, string>): Promise<string> => {
      await owner.get(path);
      return (await owner.post(path, fields)).location;
    };
    const location = await send('/wp-admin/admin.php?page=store-product', {
      name: 'Green tea',
      regular: '10',
      status: 'publish',
      taxRate: '23',
      position: '0',
      complete: '1',
      visibility: 'visible',
      kind: 'physical',
      stock: 'instock',
    });
    const screen = `/wp-admin/admin.php${new URL(location, test.url).search}`;
    const modified = /name="modified" value="([^"]*)"/.exec((await owner.get(screen)).html)?.[1] ?? '';
    await send(screen, {
      name: 'Green tea',
      slug: 'sencha',
      regular: '10',
      status: 'publish',
      taxRate: '23',
      position: '0',
      complete: '1',
      visibility: 'visible',
      kind: 'physical',
      stock: 'instock',
      modified,
    });
    expect([await to('/product/green-tea/'), await to('/product/sencha/')]).toEqual(['/product/sencha/', '200']);
    const terms = '/wp-admin/admin.php?page=store-terms&taxonomy=product_cat';
    await send(terms, { action: 'save', name: 'Teas' });
    const id = String((await test.site.db()('store_terms').where({ name: 'Teas' }).first<{ id: number }>('id')).id);
    await send(`${terms}&term=${id}`, { action: 'save', term: id, name: 'Teas', slug: 'all-teas' });
    expect([await to('/product-category/teas/'), await to('/product-category/all-teas/')]).toEqual([
      '/product-category/all-teas/',
      '200',
    ]);
  });

  it('lets the owner add and remove redirects, rejecting loops and disguised hosts', async () => {
    const add = async (source: string, target: string) => {
      await owner.get('/wp-admin/redirects.php');
      return owner.post('/wp-admin/redirects.php', { source, target });
    };
    await add(`${test.url}/sklep/herbata żółta/`, '/leaves/');
    expect((await add('/sklep/zolta', '/leaves/')).status).toBe(303);
    expect((await add('/sklep/żółta/', '/leaves/')).status).toBe(303);
    expect([await to('/sklep/zolta/'), await to('/sklep/%C5%BC%C3%B3%C5%82ta')]).toEqual(['/leaves/', '/leaves/']);
    for (const [source, target] of [
      ['/same/', '/same'],
      ['old', '/x/'],
      ['/old', '//evil.example'],
      ['/old', '/\\evil.example'],
      ['/old', 'javascript:alert(1)'],
    ] as const)
      expect([source, target, (await add(source, target)).status]).toEqual([source, target, 400]);
    expect((await add('/elsewhere', 'https://example.com/new')).status).toBe(400);
    // Redirects do not apply to existing pages.
    await add('/leaves/', '/shop/');
    expect(await to('/leaves/')).toBe('200');
    const { html } = await owner.get('/wp-admin/redirects.php?s=zolta');
    const id = /name="redirects\[\]" value="(\d+)"/.exec(html)?.[1] ?? '';
    expect(html).not.toContain('/elsewhere');
    await owner.post('/wp-admin/redirects.php', { do: 'remove', 'redirects[0]': id });
    expect(await to('/sklep/zolta/')).toBe('404');
  });
});
