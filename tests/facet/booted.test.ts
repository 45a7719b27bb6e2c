import { defaultEngines } from '../kit/databases';
import { product } from './fake-catalog';
import { bootFacet, type FacetSite, idsIn } from './facet-site';

interface Seen {
  calls: { args: number; version: string; services: boolean[]; ownService: unknown }[];
}
const extensionState = (): Seen => (globalThis as unknown as { seenByExtension: Seen }).seenByExtension;

/** Installed under two ids that sort first and last: the action runs after the boot of every plugin. */
const EXTENSION = `export default { boot(scope) {
  globalThis.seenByExtension = { calls: [] };
  scope.addAction('facet/booted', (...args) => {
    const [plugin] = args;
    plugin.container.singleton('answer', () => ({ of: 42 }));
    globalThis.seenByExtension.calls.push({ args: args.length, version: plugin.version, services: ['engine', 'index', 'settings', 'renderer', 'filter', 'nothing'].map((id) => plugin.container().has(id)), ownService: plugin.container.get('answer') === plugin.container().get('answer') && plugin.container.get('answer').of });
  }, 10, 5);
} };`;

const REPLACING = `export default { boot(scope) {
  scope.addAction('facet/booted', (plugin) => {
    const original = plugin.container.get('renderer');
    plugin.container.bind('renderer', () => ({ ...original, fragments: async (data) => ({ ...(await original.fragments(data)), results_html: '<p>replaced</p>' }) }));
  });
} };`;

describe.each(defaultEngines)('facet/booted on %s', (engine) => {
  let site: FacetSite;

  beforeAll(async () => {
    site = await bootFacet(engine, { plugins: { early: EXTENSION } });
  });
  afterAll(() => site?.close());

  it('fires once with the plugin as its only argument, after all plugins booted', () => {
    expect(extensionState().calls).toEqual([
      { args: 1, version: '0.1.0', services: [true, true, true, true, true, false], ownService: 42 },
    ]);
  });

  it('W17 lets an active extension replace a service that was already used', async () => {
    expect(idsIn((await site.filter({})).results_html)).toHaveLength(6);
    await site.activate('replacing', REPLACING);
    expect((await site.filter({})).results_html).toBe('<p>replaced</p>');
    await site.deactivate('replacing');
    expect(idsIn((await site.filter({})).results_html)).toHaveLength(6);
  });

  it('uses the engine of an extension', async () => {
    await site.activate(
      'engine',
      `export default { boot(scope) {
      scope.addAction('facet/booted', ({ container }) => {
        const memory = container.get('engine');
        container.singleton('engine', () => ({ ...memory, query: (query) => ({ ...memory.query(query), found: 1234 }) }));
      });
    } };`,
    );
    expect((await site.filter({})).count_text).toBe('1,234 products');
    await site.deactivate('engine');
  });

  it('applies the widget filters and ignores an invalid return value', async () => {
    await site.activate(
      'changer',
      `export default { boot(scope) {
      scope.addFilter('facet/facets', (facets) => facets.filter(({ slug }) => slug !== 'brand'));
      scope.addFilter('facet/facet_html', (html, facet) => facet.slug === 'price' ? '<b>price</b>' : html, 10, 2);
      scope.addFilter('facet/query', (query) => ({ ...query, perPage: 2 }));
      scope.addFilter('facet/counts', () => 'nonsense');
    } };`,
    );
    const { facets_html, results_html, found } = await site.filter({});
    expect(facets_html).not.toContain('sf_brand');
    expect(facets_html).toContain('<b>price</b>');
    expect(facets_html).toMatch(/facet-option__count">\d/);
    expect([idsIn(results_html).length, found]).toEqual([2, 6]);
    await site.deactivate('changer');
  });

  it('W36 leaves nothing behind when deleted with its data', async () => {
    await site.rest('POST', '/facet/v1/settings', { per_page: 5 });
    await site.deactivate('facet');
    expect(await site.inContext(() => site.site.plugins.uninstallPlugin('facet', { deleteData: true }))).toBeNull();
    expect(await site.site.db().schema.hasTable('facet_products')).toBe(false);
    expect(await site.site.db()('options').where({ name: 'facet_settings' }).first()).toBeUndefined();
    await site.activate('facet');
    expect((await site.filter({})).found).toBe(6);
  });

  it('W18 shows a change at once on the node that wrote it', async () => {
    await site.filter({});
    site.catalog.put(product(77, { termIds: [3] }));
    await site.inContext(async () => site.site.hooks.doAction('store/products_changed', [77]));
    expect((await site.filter({})).found).toBe(7);
    site.catalog.remove(77);
  });
});
