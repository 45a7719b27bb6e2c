import type { PluginScope, Reply } from 'plinth';
import type { CheckResult } from '../checks/check.js';
import { type LawRows, readLawRows } from '../checks/law-table.js';
import type { ScanJob } from '../checks/scan-job.js';
import { countStates, dutiesOf, type StoredScan, type Scans, scoreOf } from '../checks/scans.js';
import type { Clock } from '../time/clock.js';
import { SCREENS } from '../checks/styles/screen.js';
import { csvFile, downloadHeaders } from './csv-file.js';

interface OverviewExportParts {
  readonly scanJob: Pick<ScanJob, 'current'>;
  readonly scans: Scans;
  readonly clock: Pick<Clock, 'day'>;
}

/** Number of days whose score is shown and exported. */
export const SCORE_DAYS = 90;
const STATE_ORDER = { missing: 0, unconfirmed: 1, advice: 2, off: 3, confirmed: 4, good: 5 } as const;
const COLUMNS = [
  'check',
  'label',
  'state',
  'description',
  'recommendation',
  'places',
  'act',
  'article',
  'in_force',
  'last_verified',
  'looked_at_utc',
] as const;

/** Sorts results, missing ones first. */
export const sortResults = (results: readonly CheckResult[]): CheckResult[] =>
  [...results].sort((a, b) => STATE_ORDER[a.state] - STATE_ORDER[b.state]);

function toLines(scan: StoredScan | undefined, laws: LawRows): string[][] {
  const lines: string[][] = [[...COLUMNS]];
  for (const { id, label, state, description, recommendation, places, law } of sortResults(scan?.results ?? []))
    lines.push([
      id,
      label,
      state,
      description,
      recommendation,
      places.join('\n'),
      laws[law].act,
      laws[law].article,
      laws[law].since,
      laws[law].verified,
      scan?.scannedAt ?? '',
    ]);
  return lines;
}

/** Creates the function that exports all results to a file, each row with the act it is based on. */
export function createOverviewExport(
  scope: PluginScope,
  { scanJob, scans, clock }: OverviewExportParts,
): (type: 'json' | 'csv') => Promise<Reply> {
  function toJson(scan: StoredScan | undefined, days: readonly object[], laws: LawRows): object {
    const results = scan?.results ?? [];
    const counts = countStates(dutiesOf(results));
    return {
      site: scope.homeUrl('/'),
      looked_at_utc: scan?.scannedAt ?? null,
      opened_pages: scan?.live ?? false,
      coverage: scan
        ? { ...scan.coverage, widths: [...new Set(SCREENS.map(({ width }) => width))], schemes: ['light', 'dark'] }
        : null,
      score: scoreOf(counts),
      ...counts,
      checks: sortResults(results).map(({ id, label, state, description, recommendation, places, law }) => ({
        id,
        label,
        state,
        description,
        recommendation,
        places,
        law: {
          id: law,
          act: laws[law].act,
          article: laws[law].article,
          in_force: laws[law].since,
          last_verified: laws[law].verified,
        },
      })),
      days,
    };
  }

  return async (type) => {
    const scan = await scanJob.current();
    const [days, laws] = [await scans.scores(SCORE_DAYS), await readLawRows(scope)];
    const name = `compliance-${await clock.day()}.${type}`;
    if (type === 'csv') return csvFile(toLines(scan, laws), name);
    return {
      kind: 'body',
      type: 'application/json; charset=UTF-8',
      body: `${JSON.stringify(toJson(scan, days, laws), null, 2)}\n`,
      headers: downloadHeaders(name),
    };
  };
}
