import { defaultEngines } from '../kit/databases.js';
import { Browser } from '../store/shopper.js';
import { bootShop, type ShopSite } from './shop.js';
import type { LegalPageType } from '../../plugins/compliance/pages/page-type.js';

const COMPANY = { company_name: 'Firma', company_address: 'ul. Długa 1, 00-001 Warszawa', email: 'sklep@example.test' };

// Caching stays enabled here even in a run without caches.
delete process.env.OBJECT_CACHE_MB;
delete process.env.PAGE_CACHE_MB;

describe.each(defaultEngines)('legal page links in the footer on %s', (engine) => {
  let shop: ShopSite;
  beforeEach(async () => {
    shop = await bootShop(engine);
    for (const type of ['terms', 'privacy', 'withdrawal']) {
      const { body } = await shop.rest('POST', '/shop/v1/legal-pages/generate', { ...COMPANY, type });
      await shop.inContext(() =>
        shop.site.content.wpUpdatePost({
          id: body.page_id as number,
          post_status: 'publish',
          post_name: `page-${type}`,
        }),
      );
    }
  });
  afterEach(() => shop.close());

  const footer = async (): Promise<string> =>
    (await new Browser(shop.url).get('/shop/')).text.split('<footer')[1] ?? '';
  const idOf = async (type: LegalPageType): Promise<number> =>
    (await shop.site.db()('compliance_legal_pages').where({ type }).first())?.page_id ?? 0;

  it('cost no query once cached', async () => {
    expect(await footer()).toContain('Regulamin sklepu');
    const queries: string[] = [];
    const listen = ({ sql }: { sql: string }): void => void queries.push(sql);
    const knex = shop.site.db();
    knex.on('query', listen);
    const html = await footer();
    knex.removeListener('query', listen);
    for (const title of ['Regulamin sklepu', 'Polityka prywatności', 'Odstąpienie od umowy'])
      expect(html).toContain(title);
    expect(queries.filter((sql) => sql.includes('compliance_legal_pages'))).toEqual([]);
    const contents = queries.filter((sql) => /from [`"]posts[`"]/.test(sql));
    expect(contents).toEqual([]);
  });

  it('mark the language of a page that differs from the visitor’s', async () => {
    const english = new Browser(shop.url);
    const links = async (path: string): Promise<string> => (await english.get(path)).text.split('<footer')[1] ?? '';
    expect(await links('/shop/?wp_lang=en_US')).toMatch(/page-terms\/?" lang="pl" hreflang="pl">Regulamin sklepu</);
    expect(await links('/shop/?wp_lang=pl_PL')).toMatch(/page-terms\/?">Regulamin sklepu</);
  });

  it('follow renaming, moving, nesting and unpublishing by another node', async () => {
    await footer();
    const [terms, privacy] = [await idOf('terms'), await idOf('privacy')];
    const posts = () => shop.site.db()('posts');
    await posts().where({ id: terms }).update({ post_title: 'Nowy regulamin', post_name: 'nowy-regulamin' });
    expect(await footer()).toMatch(/nowy-regulamin\/?" lang="pl" hreflang="pl">Nowy regulamin</);
    await posts().where({ id: terms }).update({ post_parent: privacy });
    expect(await footer()).toMatch(/page-privacy\/nowy-regulamin\/?" lang="pl"/);
    await posts().where({ id: privacy }).update({ post_name: 'prywatnosc' });
    expect(await footer()).toMatch(/\/prywatnosc\/nowy-regulamin\/?" lang="pl"/);
    await posts().where({ id: terms }).update({ post_status: 'draft' });
    expect(await footer()).not.toContain('Nowy regulamin');
  });
});
