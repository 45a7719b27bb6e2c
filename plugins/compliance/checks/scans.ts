import type { Database } from 'plinth';
import type { Clock } from '../time/clock.js';
import type { CheckResult, CheckState } from './check.js';
import type { CheckReport } from './checks.js';
import type { ScanRow } from './tables.js';

/** Number of results in each state. */
export type StateCounts = Readonly<Record<CheckState, number>>;

/** Score of a day, from its newest scan. */
export interface DayScore extends StateCounts {
  /** UTC, `YYYY-MM-DD`. */
  readonly day: string;
  /** 0 to 100, rounded down: share of legal duties that were seen to be met or confirmed by a person. */
  readonly score: number;
}

/** A stored scan. */
export interface StoredScan extends CheckReport {
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly scannedAt: string;
}

/**
 * Results of scans by day, as evidence for later years.
 * @since 0.1.0
 */
export interface Scans {
  /** Stores a scan as the newest of its day. */
  save(report: CheckReport): Promise<void>;
  /** Stores a scan unless the day's newest one has the same results, so that reloading a page writes nothing. */
  saveIfChanged(report: CheckReport): Promise<void>;
  newest(): Promise<StoredScan | undefined>;
  /** Scores of the most recent days, oldest first. */
  scores(days: number): Promise<readonly DayScore[]>;
  /** Deletes scans older than five years. */
  prune(): Promise<void>;
}

const TABLE = 'compliance_scans';
const RETENTION_DAYS = 1826;
/** Coverage of scans stored before it was recorded. */
const UNKNOWN_COVERAGE: CheckReport['coverage'] = { browser: '', pages: 0, rendered: 0, locales: [] };

/**
 * Returns the score from 0 to 100, rounded down, so that only a shop whose duties are all met reaches 100. Advice and
 * what is switched off are no duties.
 */
export function scoreOf({ good, confirmed, unconfirmed, missing }: Omit<StateCounts, 'advice' | 'off'>): number {
  const met = good + confirmed;
  const duties = met + unconfirmed + missing;
  return duties === 0 ? 0 : Math.floor((met * 100) / duties);
}

/** Returns the results about legal duties; the others are promises of the plugin. */
export function dutiesOf(results: readonly CheckResult[]): readonly CheckResult[] {
  return results.filter(({ law }) => law !== 'promise');
}

/** Counts the results in each state. */
export function countStates(results: readonly CheckResult[]): StateCounts {
  const count = (state: CheckState): number => results.filter((result) => result.state === state).length;
  return {
    good: count('good'),
    confirmed: count('confirmed'),
    unconfirmed: count('unconfirmed'),
    missing: count('missing'),
    advice: count('advice'),
    off: count('off'),
  };
}

export function createScans({ db, clock }: { db: Database; clock: Clock }): Scans {
  async function storeScan({ live, results, coverage }: CheckReport): Promise<void> {
    const { off, ...counts } = countStates(dutiesOf(results));
    const row: ScanRow = {
      day: await clock.day(),
      scanned_at: clock.now(),
      ...counts,
      switched_off: off,
      live: live ? 1 : 0,
      results: JSON.stringify(results),
      coverage: JSON.stringify(coverage),
    };
    await db()(TABLE).insert(row).onConflict('day').merge();
  }

  return {
    save: storeScan,
    async saveIfChanged(report) {
      const stored = await db()(TABLE)
        .where({ day: await clock.day() })
        .first('live', 'results', 'coverage');
      if (
        stored &&
        Boolean(stored.live) === report.live &&
        stored.results === JSON.stringify(report.results) &&
        stored.coverage === JSON.stringify(report.coverage)
      )
        return;
      await storeScan(report);
    },
    async newest() {
      const row = await db()(TABLE).orderBy('day', 'desc').first();
      return (
        row && {
          scannedAt: row.scanned_at,
          live: Boolean(row.live),
          results: JSON.parse(row.results) as CheckResult[],
          coverage: row.coverage ? (JSON.parse(row.coverage) as CheckReport['coverage']) : UNKNOWN_COVERAGE,
        }
      );
    },
    async scores(days) {
      const rows = await db()(TABLE)
        .orderBy('day', 'desc')
        .limit(days)
        .select('day', 'good', 'confirmed', 'unconfirmed', 'missing', 'advice', 'switched_off');
      return rows.reverse().map(({ switched_off: off, ...counts }) => ({ ...counts, off, score: scoreOf(counts) }));
    },
    async prune() {
      await db()(TABLE)
        .where('day', '<', await clock.day(-RETENTION_DAYS))
        .delete();
    },
  };
}
