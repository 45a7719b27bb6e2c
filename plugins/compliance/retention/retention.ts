import { DateTime } from 'luxon';
import type { OwnRegistry, PluginScope, RegistryEntry } from 'plinth';
import type { RetentionRule, RetentionPeriod } from '../contract/index.js';
import { type Clock, shiftDays } from '../time/clock.js';
import type { RetentionRow } from './tables.js';

/**
 * Returns the moment before which data has exceeded its retention period, in UTC. Years are calendar years in the site's
 * time zone.
 * @param now UTC
 * @param zone the site's time zone
 */
export function getPeriodEnd(span: RetentionPeriod, now: string, zone: string): string {
  return 'days' in span
    ? shiftDays(now, -span.days)
    : DateTime.fromSQL(now, { zone: 'utc' })
        .setZone(zone)
        .minus({ years: span.years })
        .startOf('year')
        .toUTC()
        .toFormat('yyyy-MM-dd HH:mm:ss');
}

/** A rule with the result of its last run. */
export interface RuleState {
  readonly id: string;
  /** Plugin that registered the rule. */
  readonly owner: string;
  readonly label: string;
  readonly reason: string;
  readonly legalBasis: string;
  readonly period: RetentionPeriod | null;
  /** `kept`: retained by law, nothing is deleted. */
  readonly kind: 'deletes' | 'event' | 'retained';
  /** UTC; null before the first run. */
  readonly lastAt: string | null;
  /** Number of records in the last run; null when unknown. */
  readonly lastRemoved: number | null;
  /** Whether the last run failed; it is retried the next day. */
  readonly failed: boolean;
}

/**
 * Retention rules for personal data.
 * @since 0.1.0
 */
export interface Retention {
  readonly registry: OwnRegistry<RetentionRule>;
  list(): Promise<readonly RuleState[]>;
  /**
   * Runs every enabled rule; a failing one does not stop the others.
   * @returns number of records deleted
   */
  run(): Promise<number>;
  /** Records the run of a scheduled event that rules rely on. */
  recordEvent(event: string): Promise<void>;
}

/** Time budget of a rule per day, in milliseconds. */
const BUDGET_MS = 25_000;
const FAILED = -1;

export function createRetention({
  scope,
  clock,
}: {
  readonly scope: Pick<PluginScope, 'createRegistry' | 'db' | 'log'>;
  readonly clock: Pick<Clock, 'now' | 'zone'>;
}): Retention {
  const { db } = scope;
  const table = () => db()('compliance_retention');
  const registry: OwnRegistry<RetentionRule> = scope.createRegistry<RetentionRule>({
    name: 'retention rule',
    timeoutMs: BUDGET_MS,
    check: validateRule,
  });
  const text = (entry: RegistryEntry<RetentionRule>, key: 'label' | 'reason' | 'legalBasis'): string =>
    registry.callSync(entry, ({ [key]: value }) => (typeof value === 'function' ? value() : value), entry.id);
  /** Undefined when the rule fails. */
  const getPeriod = (entry: RegistryEntry<RetentionRule>): Promise<RetentionPeriod | null | undefined> =>
    registry.call<RetentionPeriod | null | undefined>(entry, (rule) => rule.period(), undefined, validatePeriod);

  async function saveResult(
    rule: string,
    changes: Partial<Pick<RetentionRow, 'last_at' | 'last_removed' | 'failed'>>,
  ): Promise<RetentionRow | undefined> {
    await table()
      .insert({ rule, since: clock.now(), last_at: null, last_removed: null, failed: 0 })
      .onConflict('rule')
      .ignore();
    if (Object.keys(changes).length > 0) await table().where({ rule }).update(changes);
    return table().where({ rule }).first();
  }

  return {
    registry,

    async list() {
      const rows = new Map((await table().select()).map((row) => [row.rule, row]));
      return Promise.all(
        registry.entries().map(async (entry): Promise<RuleState> => {
          const [row, span] = [rows.get(entry.id), await getPeriod(entry)];
          return {
            id: entry.id,
            owner: entry.owner,
            label: text(entry, 'label'),
            reason: text(entry, 'reason'),
            legalBasis: text(entry, 'legalBasis'),
            period: span ?? null,
            kind: getKind(entry.value),
            lastAt: row?.last_at ?? null,
            lastRemoved: row?.last_removed ?? null,
            failed: row?.failed === 1 || span === undefined,
          };
        }),
      );
    },

    run: () =>
      db.withLock('compliance.retention', async () => {
        let totalRemoved = 0;
        for (const entry of registry.entries().filter(({ value }) => value.remove !== undefined)) {
          const span = await getPeriod(entry);
          if (span === null) continue;
          const now = clock.now();
          const before = await saveResult(entry.id, span === undefined ? { failed: 1 } : {});
          if (span === undefined) continue;
          const moment = { before: getPeriodEnd(span, now, await clock.zone()), since: before?.since ?? now };
          const removed = await registry.call<number>(
            entry,
            (rule) => rule.remove?.(moment) ?? 0,
            FAILED,
            (count) => (Number.isInteger(count) && count >= 0 ? '' : 'it must return the number of removed records.'),
          );
          await saveResult(
            entry.id,
            removed === FAILED ? { failed: 1 } : { last_at: now, last_removed: removed, failed: 0 },
          );
          if (removed > 0)
            scope.log.info('records past their retention period were removed', { rule: entry.id, removed });
          totalRemoved += Math.max(0, removed);
        }
        return totalRemoved;
      }),

    async recordEvent(event) {
      for (const { id, value } of registry.entries())
        if (value.event === event) await saveResult(id, { last_at: clock.now() });
    },
  };
}

function getKind({ remove, event }: RetentionRule): RuleState['kind'] {
  if (remove) return 'deletes';
  return event === undefined ? 'retained' : 'event';
}

const isText = (value: unknown): boolean => typeof value === 'string' || typeof value === 'function';

/** Returns what is wrong with a rule registered by a plugin; '' when it is valid. */
function validateRule({ label, reason, legalBasis, period, remove, event }: RetentionRule): string {
  if (![label, reason, legalBasis].every(isText))
    return '"label", "reason" and "legalBasis" must be strings or functions.';
  if (typeof period !== 'function') return '"period" must be a function.';
  return remove !== undefined && event !== undefined ? 'use either "remove" or "event", not both.' : '';
}

function validatePeriod(span: RetentionPeriod | null | undefined): string {
  if (!span) return '';
  const length = 'days' in span ? span.days : span.years;
  return Number.isFinite(length) && length >= 0 ? '' : 'its period must be a non-negative number of days or years.';
}
