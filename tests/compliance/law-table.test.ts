import { type Law, LAW_IDS, type LawId, LAWS, readLawRows } from '../../plugins/compliance/checks/law-table.js';

/**
 * Expected content of the table, from the legal study of November 2026: the effective date, part of the act's name, and
 * the articles. The numbers of the tests are those of the study (docs/decisions/law-tests.md).
 */
const STUDY: Readonly<
  Record<Exclude<LawId, 'promise'>, readonly [since: string, act: string, articles: readonly string[]]>
> = {
  lowest_price: ['2023-01-01', 'Dz.U. 2023 poz. 168', ['4']],
  price: ['2014-07-25', '9 maja 2014', ['3', '4']],
  clauses: ['2000-07-01', 'Kodeks cywilny', ['385³']],
  trackers: ['2024-11-10', 'komunikacji elektronicznej', ['399']],
  percent: ['2024-09-26', 'C-330/23', ['6a']],
  safety: ['2024-12-13', '2023/988', ['16', '19']],
  withdrawal_days: ['2014-12-25', '30 maja 2014', ['27', '38']],
  withdrawal: ['2026-06-19', '2023/2673', ['11a', '6']],
  sectors: ['2025-08-18', '1169/2011', ['14', '16', '5', '74', '37', '39']],
  report: ['2024-02-17', '2022/2065', ['16']],
  invoices: ['2026-04-01', 'FA(3)', ['106gb']],
  claims: ['2026-09-27', '2024/825', []],
  guarantee: ['2026-09-27', '2025/1960', ['22a', 'I–II']],
  odr: ['2025-07-20', '2024/3228', []],
  button: ['2014-12-25', '30 maja 2014', ['17']],
  seller: ['2014-12-25', '30 maja 2014', ['12']],
  medium: ['2014-12-25', '30 maja 2014', ['21']],
  terms: ['2003-03-10', '18 lipca 2002', ['5', '8']],
  privacy: ['2018-05-25', '2016/679', ['13']],
  consent: ['2018-05-25', '2016/679', ['4', '6', '7']],
  person: ['2018-05-25', '2016/679', ['15', '17']],
};

const rows = (own: unknown): ReturnType<typeof readLawRows> =>
  readLawRows({ getOption: (async () => own) as Parameters<typeof readLawRows>[0]['getOption'] });

describe('table of laws', () => {
  it('law 25 matches the dates, acts and articles of the legal study', () => {
    expect([...LAW_IDS].sort()).toEqual([...Object.keys(STUDY), 'promise'].sort());
    for (const [id, [since, act, articles]] of Object.entries(STUDY) as [LawId, (typeof STUDY)[keyof typeof STUDY]][]) {
      const row: Law = LAWS[id];
      expect([id, row.since, `${row.act} ${row.article}`]).toEqual([id, since, expect.stringContaining(act)]);
      for (const article of articles)
        expect([id, row.article.split(/[\s,;–]+/).join(' ')]).toEqual([
          id,
          expect.stringContaining(article.replace('–', ' ')),
        ]);
    }
  });

  it('law 25 lets the owner change single fields of a row by an option', async () => {
    const changed = await rows({ safety: { article: 'art. 19–22', verified: '2026-12-01' } });
    expect(changed).toEqual({ ...LAWS, safety: { ...LAWS.safety, article: 'art. 19–22', verified: '2026-12-01' } });
  });

  it('law 25 ignores unknown rows and invalid values', async () => {
    for (const own of [
      null,
      'text',
      7,
      [1],
      { nobody: { act: 'x' } },
      { safety: 'x' },
      { safety: { article: 9, other: 'x' } },
    ])
      expect(await rows(own)).toEqual(LAWS);
  });
});
