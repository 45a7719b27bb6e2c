import type { Browser, Page } from 'playwright-core';
import { openBrowser, overflows, seriousFindings, takeScreenshot, withBrowser } from '../kit/browser';
import { fakeCatalog, product } from './fake-catalog';
import { bootFacet, countsIn, type FacetSite } from './facet-site';
import { untilLoaded } from './long-lists';

/** Twenty roots with ten branches and twenty-five leaves each: 5,220 categories, one product per leaf, and a root with hundreds of children. */
const shape = { roots: 20, branches: 10, leaves: 25, wide: 400 };

describe('tree of over five thousand categories', () => {
  let site: FacetSite;

  beforeAll(async () => {
    const catalog = fakeCatalog([]);
    catalog.allTerms.length = 0;
    let id = 1000;
    const add = (slug: string, name: string, parentId: number): number => {
      id++;
      catalog.allTerms.push({ id, taxonomy: 'product_cat', slug, name, parentId, position: id, swatch: '' });
      return id;
    };
    for (let root = 0; root < shape.roots; root++) {
      const top = add(`root-${root}`, `Dział ${root}`, 0);
      for (let branch = 0; branch < shape.branches; branch++) {
        const middle = add(`branch-${root}-${branch}`, `Półka ${root}.${branch}`, top);
        for (let leaf = 0; leaf < shape.leaves; leaf++) {
          const name = root === 17 && branch === 3 && leaf === 21 ? 'Żółte świece' : `Rzecz ${root}.${branch}.${leaf}`;
          const category = add(`leaf-${root}-${branch}-${leaf}`, name, middle);
          catalog.products.set(category, product(category, { termIds: [category] }));
        }
      }
    }
    const wide = add('wide', 'Szeroki', 0);
    for (let leaf = 0; leaf < shape.wide; leaf++) {
      const category = add(`wide-${leaf}`, `Szeroka ${leaf}`, wide);
      catalog.products.set(category, product(category, { termIds: [category] }));
    }
    site = await bootFacet('sqlite', { catalog });
    await untilLoaded(site);
    const { status } = await site.rest('POST', '/facet/v1/settings', {
      facets: [{ slug: 'category', label: 'Category', type: 'hierarchy', source: 'tax:product_cat', limit: 0 }],
    });
    expect(status).toBe(200);
  });
  afterAll(() => site?.close());

  const facetOf = (html: string): string =>
    /<details class="facet facet--\w+" data-facet="category"[\s\S]*?<\/fieldset>/.exec(html)?.[0] ?? '';
  const slugs = (html: string): string[] => Object.keys(countsIn(html, 'category'));

  it('stays below 50 KB at every level, with all roots and the total', async () => {
    for (const query of [
      '',
      'sf_category=root-3',
      'sf_category=branch-3-4',
      'sf_category=leaf-3-4-5',
      'sf_category=wide',
      'sf_category=wide-399,leaf-19-9-24',
    ]) {
      const html = facetOf(await site.page(`/test-shop/?${query}`));
      expect([query, Buffer.byteLength(html) < 50_000]).toEqual([query, true]);
      expect(slugs(html).filter((slug) => /^root-|^wide$/.test(slug))).toHaveLength(shape.roots + 1);
      for (const slug of query.split('=')[1]?.split(',') ?? [])
        expect(html).toMatch(new RegExp(`value="${slug}" checked`));
      expect(html).toMatch(/Showing \d+ of 5,\d{3}</);
    }
  });

  it('reaches every leaf level by level without a script', async () => {
    expect(slugs(await site.page('/test-shop/?sf_category=root-7'))).toContain('branch-7-9');
    expect(slugs(await site.page('/test-shop/?sf_category=branch-7-9'))).toEqual(
      expect.arrayContaining(['leaf-7-9-0', 'leaf-7-9-24']),
    );
  });

  it('finds a leaf by name with its path, on the page and over REST', async () => {
    const html = facetOf(await site.page('/test-shop/?sf_find[category]=zolte'));
    expect(html).toMatch(/<input type="search"[^>]* name="sf_find\[category\]" value="zolte"/);
    expect(slugs(html)).toEqual(['leaf-17-3-21']);
    expect(html).toContain('Dział 17 › Półka 17.3 › Żółte świece');
    const findValues = async (find: string): Promise<{ values_html: string; found: number; count_text: string }> =>
      (await (
        await fetch(
          `${site.url}/wp-json/facet/v1/values?${new URLSearchParams({ facet: 'category', find }).toString()}`,
        )
      ).json()) as { values_html: string; found: number; count_text: string };
    expect(await findValues('zolte swiece')).toMatchObject({ found: 1, count_text: '1 match' });
    expect((await findValues('szeroka')).found).toBe(shape.wide);
    expect(slugs((await findValues('szeroka')).values_html)).toHaveLength(100);
    // With an empty search term, the tree is shown again.
    expect(slugs((await findValues('')).values_html)).toContain('root-0');
    expect((await site.filter({ sf_category: 'leaf-17-3-21' })).found).toBe(1);
  });

  withBrowser('category tree in a browser', () => {
    let browser: Browser;
    let page: Page;

    beforeAll(async () => {
      browser = await openBrowser();
      page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
    });
    afterAll(() => browser?.close());

    it('shows matches with their paths, applies a choice and restores the tree', async () => {
      await page.goto(`${site.url}/test-shop/`);
      await page.locator('.facet--hierarchy [data-facet-none]').waitFor({ state: 'hidden' });
      await takeScreenshot(page, 'facet-large-tree');
      await page.fill('#facet-1-category-find', 'zolte');
      await page.getByLabel('Dział 17 › Półka 17.3 › Żółte świece').check();
      await page.locator('.facet-chip').waitFor();
      expect(new URL(page.url()).search).toBe('?sf_category=leaf-17-3-21');
      expect(await seriousFindings(page)).toEqual([]);
      await takeScreenshot(page, 'facet-large-tree-found');
      await page.fill('#facet-1-category-find', '');
      await page.locator('.facet-branch[open]').first().waitFor();
      expect(await page.isChecked('.facet--hierarchy input[value="leaf-17-3-21"]')).toBe(true);
      await takeScreenshot(page, 'facet-large-tree-chosen');
      await page.fill('#facet-1-category-find', 'qqqq');
      await page.locator('.facet--hierarchy [data-facet-none]').waitFor({ state: 'visible' });
      await page.setViewportSize({ width: 360, height: 800 });
      await page.goto(`${site.url}/test-shop/?sf_find[category]=zolte`);
      await page.click('[data-facet-open]');
      expect(await overflows(page)).toBe(false);
      await takeScreenshot(page, 'facet-large-tree-phone');
    });
  });
});
