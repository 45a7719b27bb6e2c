import { defaultEngines } from '../kit/databases';
import type { CommandOutput } from '../../core/api/index.js';
import { bootFacet, type FacetSite } from './facet-site';
import { untilTrue } from '../kit/until-true.js';

describe.each(defaultEngines)('filter commands on %s', (engine) => {
  let site: FacetSite;

  beforeAll(async () => {
    site = await bootFacet(engine);
  });
  afterAll(() => site?.close());

  /** Returns the output of a command. */
  async function run(
    name: string,
    options: Record<string, string> = {},
  ): Promise<{ lines: string[]; rows: Record<string, unknown>[]; progress: number[] }> {
    const printed = { lines: [] as string[], rows: [] as Record<string, unknown>[], progress: [] as number[] };
    const output: CommandOutput = {
      line: (text) => void printed.lines.push(text),
      warn: (text) => void printed.lines.push(text),
      rows: (rows) => void printed.rows.push(...rows),
      progress: (_label, total) => ({
        update: (done) => void printed.progress.push(done, total),
        stop: () => void printed.progress.push(-1),
      }),
    };
    const command = site.site.plugins.registries.commands.all().find(({ value }) => value.name === name);
    if (!command) throw new Error(`There is no command ${name}.`);
    await site.inContext(() => command.value.run([], options, output));
    return printed;
  }

  it('reindex shows progress and reports what was indexed', async () => {
    const { lines, progress } = await run('facet reindex');
    expect(lines).toEqual([expect.stringMatching(/^Indexed 6 products with \d+ values\.$/)]);
    expect(progress).toEqual([6, 6, -1]);
  });

  it('status shows how far the index is behind', async () => {
    site.catalog.put({ ...site.catalog.products.get(1)!, name: 'Renamed' });
    expect((await run('facet status')).rows).toEqual([
      {
        products: 6,
        indexed_products: 6,
        indexed_rows: expect.any(Number),
        changes_behind: 1,
        built_at: expect.stringMatching(/^\d{4}-/),
      },
    ]);
    await untilTrue(async () => (await site.filter({ sf_q: 'renamed' })).found === 1);
    expect((await run('facet status')).rows).toMatchObject([{ changes_behind: 0 }]);
  });

  it('verify compares the memory engine with SQL and fails on differences', async () => {
    expect((await run('facet verify', { samples: '6' })).lines).toEqual(['6 queries checked, no differences.']);
    await expect(run('facet verify', { samples: 'many' })).rejects.toMatchObject({ code: 'facet_samples_invalid' });
    await site.site.db()('facet_products').where({ product_id: 1 }).delete();
    await expect(run('facet verify', { samples: '6' })).rejects.toMatchObject({ code: 'facet_engines_differ' });
    await run('facet reindex');
    expect((await run('facet verify', { samples: '3' })).lines).toEqual(['3 queries checked, no differences.']);
  });

  it('reindex fires facet/indexed', async () => {
    const before = site.site.hooks.didAction('facet/indexed');
    await run('facet reindex');
    expect(site.site.hooks.didAction('facet/indexed')).toBe(before + 1);
  });
});
