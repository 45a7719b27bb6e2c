import { allEngines } from '../kit/databases.js';
import { ADMIN, bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';

/** A numeric sortable column of a taxonomy's list, written as in a WordPress plugin. */
const PLUGIN = `module.exports = {
  boot(scope) {
    scope.registerTaxonomy('shelf', 'post', { public: true, showUi: true, labels: { name: 'Shelves' } });
    scope.addFilter('manage_edit-shelf_columns', (columns) => ({ ...columns, room: 'Room' }));
    scope.addFilter('manage_edit-shelf_sortable_columns', (columns) => ({ ...columns, room: 'room' }));
    scope.addFilter('get_terms_args', (args) => (args.orderby === 'room' ? { ...args, meta_key: 'room', orderby: 'meta_value_num' } : args));
  },
};`;

describe.each(allEngines)('term queries by metadata (%s)', (engine) => {
  let site: TestSite;
  let admin: Visitor;
  beforeAll(async () => {
    site = await bootSite({ engine });
    await activatePlugin(site, 'shelves', { 'index.js': PLUGIN });
    await site.inContext(async () => {
      for (const [name, room, kind] of [
        ['Alpha', '10', 'b'],
        ['Beta', '9', 'a'],
        ['Gamma', '100', 'c'],
        ['None', undefined, undefined],
      ] as const) {
        const { term_id: id } = (await site.site.content.wpInsertTerm(name, 'shelf')) as { term_id: number };
        if (room !== undefined) await site.site.meta.updateMetadata('term', id, 'room', room);
        if (kind !== undefined) await site.site.meta.updateMetadata('term', id, 'kind', kind);
      }
    });
    admin = visitor(site.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
  });
  afterAll(() => site?.close());

  const names = async (query: object): Promise<string[]> => {
    const found = await site.inContext(() =>
      site.site.content.getTerms({ taxonomy: 'shelf', hide_empty: false, ...query }),
    );
    return Array.isArray(found) ? found.map(({ name }) => name) : [];
  };

  it.each([
    ['as text', { meta_key: 'room', orderby: 'meta_value' }, ['Alpha', 'Gamma', 'Beta']],
    ['as numbers', { meta_key: 'room', orderby: 'meta_value_num' }, ['Beta', 'Alpha', 'Gamma']],
    [
      'as numbers, descending',
      { meta_key: 'room', orderby: 'meta_value_num', order: 'DESC' },
      ['Gamma', 'Alpha', 'Beta'],
    ],
    [
      'by meta key name with meta_type',
      { meta_key: 'room', meta_type: 'NUMERIC', orderby: 'room' },
      ['Beta', 'Alpha', 'Gamma'],
    ],
    [
      'by a named meta_query clause',
      { meta_query: { by_kind: { key: 'kind', compare: 'EXISTS' } }, orderby: 'by_kind' },
      ['Beta', 'Alpha', 'Gamma'],
    ],
    [
      'with a meta value below a number',
      { meta_key: 'room', meta_value: '50', meta_compare: '<', meta_type: 'NUMERIC' },
      ['Alpha', 'Beta'],
    ],
    ['without the meta key', { meta_query: [{ key: 'room', compare: 'NOT EXISTS' }] }, ['None']],
    ['by name for meta_value without meta_key', { orderby: 'meta_value' }, ['Alpha', 'Beta', 'Gamma', 'None']],
    ['by name for an unknown orderby', { orderby: 'constructor' }, ['Alpha', 'Beta', 'Gamma', 'None']],
  ])('sorts or filters terms %s', async (_how, query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it('sorts the admin list by a plugin’s metadata column', async () => {
    const listedNames = async (order: string): Promise<string[]> =>
      [
        ...(await admin.get(`/wp-admin/edit-tags.php?taxonomy=shelf&orderby=room&order=${order}`)).html.matchAll(
          /class="row-title"[^>]*>(Alpha|Beta|Gamma)</g,
        ),
      ].map(([, name = '']) => name);
    expect(await listedNames('asc')).toEqual(['Beta', 'Alpha', 'Gamma']);
    expect(await listedNames('desc')).toEqual(['Gamma', 'Alpha', 'Beta']);
  });
});
