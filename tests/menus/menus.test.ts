import { isWpError } from '../../core/api/index.js';
import { reorderItems, flattenTree } from '../../core/admin/appearance/menu-tree.js';
import { defaultEngines } from '../kit/databases.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';
import { assertDefined } from '../kit/assert-defined.js';
import { readDom } from '../kit/dom.js';

const SCREEN = '/wp-admin/nav-menus.php';

describe.each(defaultEngines)('navigation menus (%s)', (engine) => {
  let site: TestSite;
  let admin: Visitor;
  let menu = 0;
  let page = 0;
  const id = (value: unknown): number => {
    if (isWpError(value)) throw new Error(value.getErrorMessage());
    return Number(value);
  };
  const inContext = <T>(work: () => Promise<T>): Promise<T> => site.inContext(work);

  beforeAll(async () => {
    site = await bootSite({ engine, uncached: true, fresh: true });
    admin = visitor(site.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
    const { content } = site.site;
    await inContext(async () => {
      page = id(
        await content.wpInsertPost(
          { post_type: 'page', post_status: 'publish', post_title: 'About us', post_name: 'about-us' },
          true,
        ),
      );
      menu = id(await content.wpUpdateNavMenuObject(0, { name: 'Top' }));
      const above = id(
        await content.wpUpdateNavMenuItem(menu, 0, {
          type: 'post_type',
          object: 'page',
          object_id: page,
          status: 'publish',
        }),
      );
      await content.wpUpdateNavMenuItem(menu, 0, {
        type: 'custom',
        title: 'Parent: <it>',
        url: 'https://elsewhere.example/?a=1&b=2',
        parent_id: above,
        status: 'publish',
      });
    });
  });
  afterAll(() => site?.close());

  it('appear on every page once assigned to a location', async () => {
    const anonymous = visitor(site.url);
    expect((await anonymous.get('/about-us/')).html).not.toContain('menu-item-object-page');
    await inContext(() => site.site.content.setNavMenuLocations({ primary: menu }));
    const { html } = await anonymous.get('/about-us/');
    expect(html).toMatch(/<nav aria-label="Main menu"><ul id="menu-top" class="menu">.*About us/s);
    expect(html).toContain('aria-current="page">About us</a>');
    expect(html).toMatch(/<ul class="sub-menu">\s*<li[^>]*><a href="https:\/\/elsewhere\.example\/\?a=1&#038;b=2">/);
  });

  it('can be changed by plugins through WordPress’s hooks', async () => {
    const { hooks } = site.site;
    const undo = [
      hooks.addFilter('nav_menu_item_title', (title: string) => `(${title})`),
      hooks.addFilter('nav_menu_css_class', (classes: string[]) => [...classes, 'mine']),
      hooks.addFilter('wp_nav_menu_items', (lines, args) => `${lines}<li>${args.theme_location}!</li>`, 10, 2),
    ];
    const { html } = await visitor(site.url).get('/about-us/');
    for (const take of undo) take();
    expect(html).toContain('(About us)');
    expect(html).toMatch(/class="[^"]* mine"/);
    expect(readDom(html).texts('li')).toContain('primary!');
  });

  it('show the owner’s title in the visitor’s language', async () => {
    const [first] = (await inContext(() => site.site.content.wpGetNavMenuItems(menu))) || [];
    const itemId = String(first?.db_id);
    await admin.get(`${SCREEN}?menu=${menu}`);
    await admin.post(SCREEN, {
      menu: String(menu),
      'menu-name': 'Top',
      [`item[${itemId}][title]`]: '',
      [`item[${itemId}][position]`]: '1',
      [`item[${itemId}][titles][pl_PL]`]: 'O nas',
      'locations[]': 'primary',
    });
    const inLanguage = async (tag: string): Promise<string> =>
      (await fetch(`${site.url}/about-us/`, { headers: { 'accept-language': tag } })).text();
    expect(await inLanguage('pl')).toContain('aria-current="page">O nas</a>');
    expect(await inLanguage('en')).toContain('aria-current="page">About us</a>');
    expect((await admin.get(`${SCREEN}?menu=${menu}`)).html).toContain('value="O nas"');
  });

  it('follow their pages when renamed, trashed or deleted', async () => {
    const { content } = site.site;
    const titles = async (): Promise<string[]> =>
      ((await content.wpGetNavMenuItems(menu)) || []).map(({ title }) => title);
    const other = await inContext(async () => {
      const pageId = id(
        await content.wpInsertPost({ post_type: 'page', post_status: 'publish', post_title: 'News' }, true),
      );
      await content.wpUpdateNavMenuItem(menu, 0, {
        type: 'post_type',
        object: 'page',
        object_id: pageId,
        status: 'publish',
      });
      await content.wpUpdatePost({ id: pageId, post_title: 'Latest' });
      return pageId;
    });
    expect(await inContext(titles)).toContain('Latest');
    await inContext(() => content.wpTrashPost(other));
    expect(await inContext(titles)).not.toContain('Latest');
    await inContext(() => content.wpDeletePost(other, true));
    expect(
      await inContext(async () =>
        site.site
          .db()('postmeta')
          .where({ meta_key: '_menu_item_object_id', meta_value: String(other) }),
      ),
    ).toEqual([]);
  });

  it('can be created, filled, ordered and deleted with plain forms', async () => {
    await admin.get(`${SCREEN}?action=new`);
    const response = await admin.post(SCREEN, { action: 'create', 'menu-name': 'Footer of mine' });
    const own = Number(/menu=(\d+)/.exec(response.location)?.[1]);
    await admin.get(`${SCREEN}?menu=${own}`);
    await admin.post(SCREEN, {
      action: 'add',
      menu: String(own),
      'menu-name': 'Footer of mine',
      'add[]': `post_type:page:${page}`,
      'new-url': 'https://own.example/',
      'new-title': 'Own',
      'locations[]': 'footer',
    });
    const items = async () => (await inContext(() => site.site.content.wpGetNavMenuItems(own))) || [];
    const [first, second] = await items();
    expect([first?.title, second?.title]).toEqual(['About us', 'Own']);
    expect((await visitor(site.url).get('/')).html).toMatch(/aria-label="Footer menu"><ul id="menu-footer-of-mine"/);
    const fields = Object.fromEntries(
      [assertDefined(first), assertDefined(second)].flatMap(({ db_id, title }, index) => [
        [`item[${db_id}][title]`, title],
        [`item[${db_id}][position]`, String(index + 1)],
      ]),
    );
    await admin.get(`${SCREEN}?menu=${own}`);
    await admin.post(SCREEN, {
      ...fields,
      menu: String(own),
      'menu-name': 'Footer of mine',
      move: `in:${second?.db_id}`,
    });
    expect((await items())[1]).toMatchObject({
      db_id: second?.db_id,
      menu_item_parent: first?.db_id,
      url: 'https://own.example/',
    });
    await admin.get(`${SCREEN}?menu=${own}`);
    await admin.post(SCREEN, { action: 'delete', menu: String(own) });
    expect(await inContext(() => site.site.content.wpGetNavMenuObject(own))).toBe(false);
    expect(await inContext(() => site.site.content.getPost(assertDefined(first?.db_id)))).toBeNull();
  });

  it('reject a duplicate name and keep the stored one', async () => {
    const { content } = site.site;
    const other = await inContext(async () => id(await content.wpUpdateNavMenuObject(0, { name: 'Side' })));
    const result = await inContext(() => content.wpUpdateNavMenuObject(other, { name: 'Top' }));
    expect(isWpError(result) && result.getErrorCode()).toBe('menu_exists');
    expect(await inContext(() => content.wpGetNavMenuObject(other))).toMatchObject({ name: 'Side' });
  });
});

describe('menu item order', () => {
  const entry = (id: number, parent: number, position: number) => ({ id, parent, position });

  it('moves an item together with its children', () => {
    const moved = reorderItems([entry(1, 0, 1), entry(2, 1, 2), entry(3, 0, 3)], { id: 3, step: 'up' });
    expect(flattenTree(moved).map(({ entry: { id }, depth }) => [id, depth])).toEqual([
      [3, 0],
      [1, 0],
      [2, 1],
    ]);
  });

  it('breaks cycles without losing items', () => {
    expect(
      flattenTree([entry(1, 2, 1), entry(2, 1, 2), entry(3, 3, 3)])
        .map(({ entry: { id } }) => id)
        .sort(),
    ).toEqual([1, 2, 3]);
  });

  it('leaves items in place when a move is impossible', () => {
    const still = [entry(1, 0, 1), entry(2, 0, 2)];
    for (const [id, step] of [
      [1, 'up'],
      [2, 'down'],
      [1, 'in'],
      [1, 'out'],
    ] as const)
      expect(reorderItems(structuredClone(still), { id, step })).toEqual(still);
  });
});
