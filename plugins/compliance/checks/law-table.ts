import type { PluginScope } from 'plinth';

/** An act on which checks are based. */
export interface Law {
  readonly act: string;
  readonly article: string;
  /** Date of entry into force, `YYYY-MM-DD`. */
  readonly since: string;
  /** Date on which the row was last compared with its source, `YYYY-MM-DD`. */
  readonly verified: string;
}

const CONSUMER_RIGHTS = 'Ustawa z 30 maja 2014 r. o prawach konsumenta';

/** Built-in rows; the shop owner's own override them, see `LawRows`. */
export const LAWS = {
  seller: { act: CONSUMER_RIGHTS, article: 'art. 12', since: '2014-12-25', verified: '2026-11-20' },
  button: { act: CONSUMER_RIGHTS, article: 'art. 17 ust. 3', since: '2014-12-25', verified: '2026-11-20' },
  medium: { act: CONSUMER_RIGHTS, article: 'art. 21', since: '2014-12-25', verified: '2026-11-20' },
  withdrawal_days: { act: CONSUMER_RIGHTS, article: 'art. 27–38', since: '2014-12-25', verified: '2026-11-20' },
  withdrawal: {
    act: 'Dyrektywa 2011/83/UE (zm. 2023/2673)',
    article: 'art. 11a, art. 6 ust. 1 lit. h',
    since: '2026-06-19',
    verified: '2026-11-20',
  },
  terms: {
    act: 'Ustawa z 18 lipca 2002 r. o świadczeniu usług drogą elektroniczną',
    article: 'art. 5, 8',
    since: '2003-03-10',
    verified: '2026-11-20',
  },
  privacy: {
    act: 'Rozporządzenie (UE) 2016/679 (RODO)',
    article: 'art. 13',
    since: '2018-05-25',
    verified: '2026-11-20',
  },
  consent: {
    act: 'Rozporządzenie (UE) 2016/679 (RODO)',
    article: 'art. 4 pkt 11, art. 6 ust. 1 lit. a, art. 7',
    since: '2018-05-25',
    verified: '2026-11-20',
  },
  person: {
    act: 'Rozporządzenie (UE) 2016/679 (RODO)',
    article: 'art. 15, 17',
    since: '2018-05-25',
    verified: '2026-11-20',
  },
  lowest_price: {
    act: 'Ustawa z 9 maja 2014 r. o informowaniu o cenach towarów i usług (Dz.U. 2023 poz. 168)',
    article: 'art. 4 ust. 2–5',
    since: '2023-01-01',
    verified: '2026-11-20',
  },
  price: {
    act: 'Ustawa z 9 maja 2014 r. o informowaniu o cenach towarów i usług (Dz.U. 2023 poz. 168)',
    article: 'art. 3 ust. 2, art. 4 ust. 1',
    since: '2014-07-25',
    verified: '2026-11-28',
  },
  percent: {
    act: 'Wyrok TSUE C-330/23',
    article: 'art. 6a dyrektywy 98/6/WE',
    since: '2024-09-26',
    verified: '2026-11-20',
  },
  safety: {
    act: 'Rozporządzenie (UE) 2023/988 (GPSR)',
    article: 'art. 16, 19',
    since: '2024-12-13',
    verified: '2026-11-20',
  },
  sectors: {
    // The date is that of the newest one: batteries since 18 August 2025, equipment since 1 January 2016, energy labels
    // since 1 August 2017, food since 13 December 2014, textiles since 8 May 2012.
    act: 'Rozporządzenia (UE) nr 1169/2011, nr 1007/2011, 2017/1369, 2023/1542; ustawa z 11 września 2015 r. o zużytym sprzęcie elektrycznym i elektronicznym (Dz.U. 2015 poz. 1688)',
    article: 'art. 14; art. 16; art. 5; art. 62 i 74; art. 37 i 39',
    since: '2025-08-18',
    verified: '2026-11-28',
  },
  report: {
    act: 'Rozporządzenie (UE) 2022/2065 (DSA)',
    article: 'art. 16',
    since: '2024-02-17',
    verified: '2026-11-20',
  },
  invoices: {
    act: 'Ustawa o podatku od towarów i usług; struktura FA(3)',
    article: 'art. 106gb ust. 4',
    since: '2026-04-01',
    verified: '2026-11-20',
  },
  claims: { act: 'Dyrektywa (UE) 2024/825', article: 'art. 1', since: '2026-09-27', verified: '2026-11-20' },
  guarantee: {
    act: 'Rozporządzenie wykonawcze (UE) 2025/1960; dyrektywa 2011/83/UE',
    article: 'zał. I–II; art. 22a',
    since: '2026-09-27',
    verified: '2026-11-20',
  },
  clauses: {
    act: 'Ustawa z 23 kwietnia 1964 r. – Kodeks cywilny',
    article: 'art. 385¹, 385³',
    since: '2000-07-01',
    verified: '2026-11-28',
  },
  trackers: {
    act: 'Ustawa z 12 lipca 2024 r. – Prawo komunikacji elektronicznej (Dz.U. 2024 poz. 1221)',
    article: 'art. 399',
    since: '2024-11-10',
    verified: '2026-11-28',
  },
  odr: {
    act: 'Rozporządzenie (UE) 2024/3228, uchyla 524/2013',
    article: 'art. 1',
    since: '2025-07-20',
    verified: '2026-11-20',
  },
  promise: {
    act: 'Obietnica wtyczki (shop/v1), nie akt prawny',
    article: 'pkt 1–11',
    since: '2026-11-20',
    verified: '2026-11-20',
  },
} as const satisfies Readonly<Record<string, Law>>;

export type LawId = keyof typeof LAWS;
export const LAW_IDS = Object.keys(LAWS) as readonly LawId[];

/**
 * Option with the shop owner's overrides: changed fields by built-in row, such as `{"safety":{"article":"art.
 * 19–22"}}`.
 */
export const LAW_OPTION = 'compliance_laws';

const FIELDS = ['act', 'article', 'since', 'verified'] as const;
const MAX_FIELD_LENGTH = 300;

/**
 * Acts shown on all screens and in exports and commands: the built-in rows with the shop owner's overrides.
 * @since 0.1.0
 */
export type LawRows = Readonly<Record<LawId, Law>>;

/** Reads the table; ignores overrides that are not strings or belong to no known row. */
export async function readLawRows({ getOption }: Pick<PluginScope, 'getOption'>): Promise<LawRows> {
  const storedOverrides = toObject(await getOption<unknown>(LAW_OPTION, {}));
  return Object.fromEntries(
    LAW_IDS.map((id) => [id, { ...LAWS[id], ...sanitizeOverride(toObject(storedOverrides[id])) }]),
  ) as LawRows;
}

function sanitizeOverride(row: Readonly<Record<string, unknown>>): Partial<Law> {
  return Object.fromEntries(
    FIELDS.flatMap((field) =>
      typeof row[field] === 'string' ? [[field, row[field].trim().slice(0, MAX_FIELD_LENGTH)]] : [],
    ),
  );
}

function toObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
