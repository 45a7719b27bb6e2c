/** An act that the checks stand on. A row is edited here, and all screens and commands follow. */
interface Law {
  readonly act: string;
  readonly article: string;
  /** In force since, `YYYY-MM-DD`. */
  readonly since: string;
  /** When somebody last compared the row with its source. */
  readonly verified: string;
}

export const LAWS = {
  seller: { act: 'Ustawa z 30 maja 2014 r. o prawach konsumenta', article: 'art. 12', since: '2014-12-25', verified: '2026-11-20' },
  button: { act: 'Ustawa z 30 maja 2014 r. o prawach konsumenta', article: 'art. 17 ust. 3', since: '2014-12-25', verified: '2026-11-20' },
  medium: { act: 'Ustawa z 30 maja 2014 r. o prawach konsumenta', article: 'art. 21', since: '2014-12-25', verified: '2026-11-20' },
  withdrawal: { act: 'Dyrektywa 2011/83/UE (zm. 2023/2673)', article: 'art. 11a', since: '2026-06-19', verified: '2026-11-20' },
  terms: { act: 'Ustawa z 18 lipca 2002 r. o świadczeniu usług drogą elektroniczną', article: 'art. 8', since: '2003-03-10', verified: '2026-11-20' },
  privacy: { act: 'Rozporządzenie (UE) 2016/679 (RODO)', article: 'art. 13', since: '2018-05-25', verified: '2026-11-20' },
  consent: { act: 'Rozporządzenie (UE) 2016/679 (RODO)', article: 'art. 4 pkt 11, art. 7', since: '2018-05-25', verified: '2026-11-20' },
  lowest_price: { act: 'Ustawa z 9 maja 2014 r. o informowaniu o cenach towarów i usług', article: 'art. 4 ust. 2', since: '2023-01-01', verified: '2026-11-20' },
  safety: { act: 'Rozporządzenie (UE) 2023/988 (GPSR)', article: 'art. 19', since: '2024-12-13', verified: '2026-11-20' },
  report: { act: 'Rozporządzenie (UE) 2022/2065 (DSA)', article: 'art. 16', since: '2024-02-17', verified: '2026-11-20' },
  claims: { act: 'Dyrektywa (UE) 2024/825', article: 'art. 1', since: '2026-09-27', verified: '2026-11-20' },
  odr: { act: 'Rozporządzenie (UE) 2024/3228', article: 'art. 1', since: '2025-07-20', verified: '2026-11-20' },
} as const satisfies Readonly<Record<string, Law>>;

export type LawId = keyof typeof LAWS;
