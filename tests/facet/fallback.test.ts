import { defaultEngines } from '../kit/databases.js';
import { bootFacet, type FacetSite, idsIn } from './facet-site';

describe.each(defaultEngines)('filter with a failing engine on %s', (engine) => {
  let site: FacetSite;
  beforeAll(async () => {
    site = await bootFacet(engine, {
      plugins: {
        'engine-breaker': `export default { boot(scope) {
          scope.addAction('facet/booted', ({ container }) => {
            const engine = container.get('engine');
            container.singleton('engine', () => ({ ...engine, query: (query) => { if (globalThis.engineIsBroken) throw new Error('broken engine'); return engine.query(query); } }));
          });
        } };`,
      },
    });
  });
  afterAll(() => site?.close());
  afterEach(() => {
    delete (globalThis as { engineIsBroken?: boolean }).engineIsBroken;
  });

  it('falls back to the SQL tables', async () => {
    const runFilter = () => site.filter({ sf_brand: 'dab', sf_orderby: 'price' });
    const well = await runFilter();
    (globalThis as { engineIsBroken?: boolean }).engineIsBroken = true;
    await site.inContext(() => site.site.hooks.doAction('store/products_changed', [1]));
    // A different selection, since the response of the first one is cached.
    expect(idsIn((await site.filter({ sf_brand: 'nord', sf_orderby: 'price' })).results_html)).toEqual([4, 2]);
    expect(well.found).toBe(3);
  });
});
