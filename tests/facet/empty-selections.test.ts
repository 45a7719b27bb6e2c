import { defaultEngines } from '../kit/databases';
import { ADMIN } from '../kit/site';
import { visitor, type Visitor } from '../kit/visitor';
import { bootFacet, type FacetSite } from './facet-site';

describe.each(defaultEngines)('site health about selections without products on %s', (engine) => {
  let site: FacetSite;
  let owner: Visitor;

  beforeAll(async () => {
    site = await bootFacet(engine);
    owner = visitor(site.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
  });
  afterAll(() => site?.close());
  beforeEach(async () => {
    await site.site.db()('facet_landing_pages').delete();
    await site.site.db()('facet_rules').delete();
  });

  const addLanding = async (heading: string, query: string, termId = 0): Promise<number> => {
    const [id] = await site.site.db()('facet_landing_pages').insert({
      term_id: termId,
      query,
      address_hash: heading,
      title: '',
      heading,
      description: '',
      text: '',
      position: 0,
      updated_at: '2026-01-01 00:00:00',
    });
    return Number(id);
  };
  async function addRule(name: string, parts: object): Promise<number> {
    const rule = {
      name,
      active: true,
      location: { kind: 'everywhere' },
      target: { kind: 'in_stock' },
      action: { kind: 'boost' },
      startsAt: '',
      endsAt: '',
      ...parts,
    };
    const [id] = await site.site
      .db()('facet_rules')
      .insert({ position: 0, rule: JSON.stringify(rule) });
    return Number(id);
  }
  const health = async (): Promise<string> =>
    (await owner.get('/wp-admin/site-health.php')).html.replaceAll('&#x3D;', '=');

  it('names a landing page that finds nothing, with a link to its form', async () => {
    await addLanding('Red things', 'sf_color=red');
    const green = await addLanding('Green things', 'sf_color=green');
    const whiteShirts = await addLanding('White shirts', 'sf_color=white', 5);
    const gone = await addLanding('Old category', '', 999);
    const html = await health();
    expect(html).not.toContain('Red things');
    for (const [name, id] of [
      ['Green things', green],
      ['White shirts', whiteShirts],
      ['Old category', gone],
    ] as const) {
      expect(html).toContain(`The landing page “${name}” finds no products.`);
      expect(html).toContain(`admin.php?page=facet-landing&amp;landing=${id}"`);
    }
  });

  it('names rules whose list or whose products are gone, with a link to their form', async () => {
    const working = [
      await addRule('Pin a bed', { target: { kind: 'products', ids: [1, 999] }, action: { kind: 'pin', position: 1 } }),
      await addRule('Beds first', { target: { kind: 'terms', ids: [2] } }),
      await addRule('In a search', { location: { kind: 'search', text: 'łóżko' } }),
      await addRule('Nothing on sale', { target: { kind: 'on_sale' }, location: { kind: 'term', termId: 4 } }),
      await addRule('Ended', { target: { kind: 'terms', ids: [23] }, endsAt: '2026-01-01 00:00:00' }),
      await addRule('Off', { target: { kind: 'terms', ids: [23] }, active: false }),
    ];
    const unknownProducts = await addRule('Pin what is gone', { target: { kind: 'products', ids: [998, 999] } });
    const unusedTerm = await addRule('Black and white first', { target: { kind: 'terms', ids: [23] } });
    const emptyList = await addRule('In an empty search', { location: { kind: 'search', text: 'xylophone' } });
    const goneLanding = await addRule('On a removed page', { location: { kind: 'landing', landingId: 77 } });
    const html = await health();
    for (const id of working) expect(html).not.toContain(`rule=${id}"`);
    expect(html).toContain('The products that the rule “Pin what is gone” moves are not in the shop.');
    expect(html).toContain('The products that the rule “Black and white first” moves are not in the shop.');
    expect(html).toContain('The list that the rule “In an empty search” applies to has no products.');
    expect(html).toContain('The list that the rule “On a removed page” applies to has no products.');
    for (const id of [unknownProducts, unusedTerm, emptyList, goneLanding])
      expect(html).toContain(`admin.php?page=facet-rule&amp;rule=${id}"`);
  });
});
