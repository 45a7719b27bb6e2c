import { toUtcString } from '../../core/api/index.js';
import { createMerchandising } from '../../plugins/facet/merchandising/merchandising';
import { NEW_RULE } from '../../plugins/facet/merchandising/check-rule';
import type { MerchandisingRule } from '../../plugins/facet/merchandising/rule';
import type { LandingPage } from '../../plugins/facet/pages/landing-store';
import { readVocabulary, type Vocabulary } from '../../plugins/facet/index/vocabulary';
import { EMPTY_STATE } from '../../plugins/facet/url-state/filter-state';
import { NO_CONTEXT } from '../../plugins/facet/widget/widget-context';
import { defaultEngines } from '../kit/databases';
import { ADMIN } from '../kit/site';
import { visitor, type Visitor } from '../kit/visitor';
import { fakeCatalog } from './fake-catalog';
import { bootFacet, type FacetSite, idsIn } from './facet-site';
import { assertDefined } from '../kit/assert-defined.js';

const LIST = '/wp-admin/admin.php?page=facet-rules';
const EDIT = '/wp-admin/admin.php?page=facet-rule';
const NOON = Date.UTC(2026, 4, 10, 12);

describe('merchandising rule scope', () => {
  const rule = (id: number, more: Partial<MerchandisingRule>): MerchandisingRule => ({
    ...NEW_RULE,
    id,
    name: `rule ${id}`,
    target: { kind: 'products', ids: [id] },
    ...more,
  });
  let list: { context: typeof NO_CONTEXT; state: typeof EMPTY_STATE; facets: []; vocabulary: Vocabulary };
  beforeAll(async () => {
    list = { context: NO_CONTEXT, state: EMPTY_STATE, facets: [], vocabulary: await readVocabulary(fakeCatalog()) };
  });

  function withRules(rules: readonly MerchandisingRule[], now = NOON, landing?: LandingPage) {
    const until: Date[] = [];
    const clock = { now };
    const store = {
      all: async () => rules,
      save: async () => 1,
      remove: async () => undefined,
      reorder: async () => undefined,
      undo: async () => false,
      undoCount: async () => 0,
    };
    const landings = {
      all: async () => [],
      find: async ({ termId }: { termId: number }, query: string) =>
        landing?.termId === termId && landing.query === query ? landing : undefined,
      save: async () => 1,
      remove: async () => undefined,
      renameValue: async () => undefined,
    };
    return {
      merchandising: createMerchandising({
        rules: store,
        landings,
        expiresAt: (moment) => void until.push(moment),
        now: () => clock.now,
      }),
      until,
      clock,
    };
  }
  const pinsOf = async (
    rules: readonly MerchandisingRule[],
    more: Partial<typeof list> = {},
  ): Promise<readonly number[]> =>
    (await withRules(rules).merchandising.getPlacement({ ...list, ...more }))?.pins.map(({ product }) => product) ?? [];

  it('applies from start to end and limits how long the response stays fresh', async () => {
    const rules = [
      rule(1, { startsAt: toUtcString(NOON - 1000), endsAt: toUtcString(NOON + 5000) }),
      rule(2, { startsAt: toUtcString(NOON + 2000) }),
      rule(3, { active: false }),
    ];
    const { merchandising, until, clock } = withRules(rules);
    expect((await merchandising.listActiveRules()).map(({ id }) => id)).toEqual([1]);
    expect(until).toEqual([new Date(NOON + 2000)]);
    clock.now = NOON + 2000;
    expect((await merchandising.listActiveRules()).map(({ id }) => id)).toEqual([1, 2]);
    clock.now = NOON + 5000;
    expect((await merchandising.listActiveRules()).map(({ id }) => id)).toEqual([2]);
  });

  it('applies to a term and its descendants, a normalized search, or everywhere', async () => {
    const rules = [
      rule(1, { location: { kind: 'term', termId: 1 } }),
      rule(2, { location: { kind: 'search', text: 'Łóżko  duże' } }),
      rule(3, {}),
    ];
    expect(await pinsOf(rules)).toEqual([3]);
    expect(await pinsOf(rules, { context: { ...NO_CONTEXT, category: 2 } })).toEqual([1, 3]);
    expect(await pinsOf(rules, { context: { ...NO_CONTEXT, term: 1 } })).toEqual([1, 3]);
    expect(await pinsOf(rules, { context: { ...NO_CONTEXT, category: 4 } })).toEqual([3]);
    expect(await pinsOf(rules, { state: { ...EMPTY_STATE, search: 'lozko duze' } })).toEqual([2, 3]);
    expect(await pinsOf(rules, { state: { ...EMPTY_STATE, search: 'lozko' } })).toEqual([3]);
  });

  it('applies to a landing page and its choice, on every page', async () => {
    const landing: LandingPage = {
      id: 9,
      termId: 1,
      query: 'sf_q=stol',
      title: '',
      heading: '',
      description: '',
      text: '',
      position: 0,
      updatedAt: '',
    };
    const { merchandising } = withRules([rule(1, { location: { kind: 'landing', landingId: 9 } })], NOON, landing);
    const within = { ...list, context: { ...NO_CONTEXT, category: 1 } };
    const searching = { ...EMPTY_STATE, search: 'stol' };
    const found = await Promise.all(
      [
        { ...within, state: { ...searching, page: 2 } },
        { ...within, state: EMPTY_STATE },
        { ...list, state: searching },
      ].map((entry) => merchandising.getPlacement(entry)),
    );
    expect(found.map((placement) => placement?.pins.length ?? 0)).toEqual([1, 0, 0]);
  });

  it('assigns each pinned product one position, by the topmost rule', async () => {
    const { merchandising } = withRules([
      rule(1, { target: { kind: 'products', ids: [7, 8] }, action: { kind: 'pin', position: 5 } }),
      rule(2, { target: { kind: 'products', ids: [8, 9] }, action: { kind: 'pin', position: 1 } }),
    ]);
    expect((await merchandising.getPlacement(list))?.pins).toEqual([
      { position: 2, product: 9 },
      { position: 5, product: 7 },
      { position: 6, product: 8 },
    ]);
  });

  it('counts new products from midnight and refreshes then', async () => {
    const { merchandising, until } = withRules([
      rule(1, { target: { kind: 'new', days: 3 }, action: { kind: 'boost' } }),
    ]);
    expect((await merchandising.getPlacement(list))?.boosts).toEqual([
      { direction: 1, targets: [{ since: Date.UTC(2026, 4, 7) / 1000 }] },
    ]);
    expect(until).toEqual([new Date(Date.UTC(2026, 4, 11))]);
  });

  it('returns the same object while unchanged, so engines can cache', async () => {
    const { merchandising } = withRules([rule(1, { target: { kind: 'on_sale' }, action: { kind: 'bury' } })]);
    expect(await merchandising.getPlacement(list)).toBe(await merchandising.getPlacement({ ...list }));
  });
});

describe.each(defaultEngines)('merchandising rules screen on %s', (engine) => {
  let site: FacetSite;
  let owner: Visitor;
  let plain: number[];

  beforeAll(async () => {
    site = await bootFacet(engine);
    owner = visitor(site.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
    plain = idsIn((await site.filter({})).results_html);
  });
  afterAll(() => site?.close());

  const ruleForm = (more: Record<string, string>): Record<string, string> => ({
    rule: '0',
    name: 'A rule',
    active: '1',
    location: 'everywhere',
    target: 'products',
    products: '',
    action_kind: 'pin',
    pin_place: '1',
    days: '30',
    starts: '',
    ends: '',
    ...more,
  });
  async function save(more: Record<string, string>) {
    await owner.get(EDIT);
    return owner.post(EDIT, ruleForm(more));
  }
  async function send(fields: Record<string, string>) {
    await owner.get(LIST);
    return owner.post(LIST, fields);
  }
  const listedIds = async (query: Record<string, string> = {}, context?: object): Promise<number[]> =>
    idsIn((await site.filter(query, context)).results_html);
  const pages = async (): Promise<number[]> => idsIn(await site.page('/test-shop/'));

  it('works without a script, applies to cached lists at once and can be undone', async () => {
    const last = plain[plain.length - 1];
    const byPrice = await listedIds({ sf_orderby: 'price' });
    expect(await listedIds()).toEqual(plain);
    expect(await pages()).toEqual(plain);
    expect((await save({ products: `#${last}` })).status).toBe(303);
    const moved = [last, ...plain.filter((id) => id !== last)];
    expect(await listedIds()).toEqual(moved);
    expect(await pages()).toEqual(moved);
    expect(await listedIds({ sf_orderby: 'price' })).toEqual(byPrice);
    await send({ action: 'undo' });
    expect(await listedIds()).toEqual(plain);
    expect(await pages()).toEqual(plain);
  });

  it('never repeats a pinned product on another page', async () => {
    const last = plain[plain.length - 1];
    await save({ products: `#${last}\n#${plain[2]}`, pin_place: '2' });
    const list = [
      ...(await listedIds({}, { per_page: 2 })),
      ...(await listedIds({ sf_paged: '2' }, { per_page: 2 })),
      ...(await listedIds({ sf_paged: '3' }, { per_page: 2 })),
    ];
    expect(list).toEqual([plain[0], last, plain[2], ...plain.filter((id) => ![plain[0], last, plain[2]].includes(id))]);
    expect(new Set(list).size).toBe(plain.length);
    await send({ action: 'undo' });
  });

  it('deactivates, reorders and removes rules, each with undo', async () => {
    await save({ name: 'First', products: `#${plain[3]}` });
    await save({ name: 'Second', products: `#${plain[4]}` });
    const ids = [...(await owner.get(LIST)).html.matchAll(/<tr data-slug="(\d+)"/g)].map(([, id]) => id);
    expect((await listedIds())[0]).toBe(plain[3]);
    await send({ action: 'order', order: [...ids].reverse().join(',') });
    expect((await listedIds())[0]).toBe(plain[4]);
    await send({ action: 'toggle', rule: assertDefined(ids[1]) });
    expect((await listedIds())[0]).toBe(plain[3]);
    await send({ action: 'remove', rule: assertDefined(ids[0]) });
    expect(await listedIds()).toEqual(plain);
    for (const first of [plain[3], plain[4], plain[3]]) {
      await send({ action: 'undo' });
      expect((await listedIds())[0]).toBe(first);
    }
    await send({ action: 'undo' });
    await send({ action: 'undo' });
    expect(await listedIds()).toEqual(plain);
  });

  it('previews the first page with and without a rule before saving', async () => {
    const last = plain[plain.length - 1];
    await owner.get(EDIT);
    const response = await owner.post(EDIT, ruleForm({ products: `#${last}`, action: 'preview' }));
    expect(response.status).toBe(200);
    const [, after, before] = response.html.split('class="facet-order"');
    const name = (id: number): string => site.catalog.products.get(id)?.name ?? '';
    expect(after?.indexOf(name(assertDefined(last)))).toBeLessThan(
      assertDefined(after?.indexOf(name(assertDefined(plain[0])))),
    );
    expect(before?.indexOf(name(assertDefined(plain[0])))).toBeLessThan(
      assertDefined(before?.indexOf(name(assertDefined(last)))),
    );
    expect(await listedIds()).toEqual(plain);
  });

  it('shows errors beside the field, keeps the input and saves nothing', async () => {
    const response = await save({
      name: '',
      products: 'No such thing',
      location: 'search',
      location_search: '',
      pin_place: '0',
      starts: '2026-05-10T12:00',
      ends: '2026-05-10T11:00',
    });
    expect(response.status).toBe(422);
    for (const text of [
      'id="name-error"',
      'Products not found: No such thing',
      'id="location-search-error"',
      'Enter a whole number from 1 to 100.',
      'The end must be later than the start.',
    ])
      expect(response.html).toContain(text);
    expect((await owner.get(LIST)).html).toContain('No rules yet.');
  });

  it('boosts products of a term without changing which are found', async () => {
    const branded = await listedIds({ sf_brand: 'nord' });
    await owner.get(EDIT);
    await owner.post(EDIT, { ...ruleForm({ target: 'terms', action_kind: 'boost' }), 'terms[]': '11' });
    const list = await listedIds();
    expect(list.slice(0, branded.length)).toEqual(branded);
    expect([...list].sort()).toEqual([...plain].sort());
    expect((await site.filter({})).found).toBe(plain.length);
    await send({ action: 'undo' });
  });

  it('adds active rules to the main ranking parameters', async () => {
    const parameters = (): Promise<readonly string[]> =>
      site.inContext(async () => site.site.hooks.applyFilters('compliance/ranking_parameters', ['first']));
    expect(await parameters()).toEqual(['first']);
    await save({ target: 'on_sale', action_kind: 'bury' });
    await save({ products: `#${plain[0]}` });
    expect(await parameters()).toEqual(['first', 'products selected by the shop', 'reduced prices']);
    await send({ action: 'undo' });
    await send({ action: 'undo' });
  });

  it('refuses visitors', async () => {
    for (const path of [LIST, EDIT]) expect((await visitor(site.url).get(path)).status).not.toBe(200);
  });
});
