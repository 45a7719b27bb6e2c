import { randomBytes } from 'node:crypto';
import { DateTime } from 'luxon';
import type { Database } from 'plinth';
import type { Clock } from '../time/clock.js';
import type { Party, ReportCaseRow } from './tables.js';

/** A report from the perspective of one party. */
export interface ReportCase {
  /** Access token, 40 hexadecimal digits: its holder can view the case and appeal. */
  readonly token: string;
  readonly reportId: number;
  readonly party: Party;
  readonly email: string;
  readonly locale: string;
  /** UTC; null until decided. */
  readonly decidedAt: string | null;
  /** ID of the declaration with the appeal; 0 before one is made. */
  readonly appealId: number;
}

/**
 * Parties of reports (Regulation (EU) 2022/2065, art. 16, 17 and 20). Each may appeal once against a decision.
 * @since 0.1.0
 */
export interface ReportCases {
  /** Returns the case of a party, opening it if needed; updates its email address and locale. */
  open(reportId: number, party: Party, recipient: Pick<ReportCase, 'email' | 'locale'>): Promise<ReportCase>;
  findByToken(token: string): Promise<ReportCase | undefined>;
  find(reportId: number, party: Party): Promise<ReportCase | undefined>;
  findByAppeal(appealId: number): Promise<ReportCase | undefined>;
  /** Records the decision on a report for all its parties. */
  markDecided(reportId: number): Promise<void>;
  /**
   * Claims the single appeal of a case, inside the transaction that stores it; returns false when another request was
   * faster.
   */
  claimAppeal(token: string): Promise<boolean>;
  appealed(token: string, appealId: number): Promise<void>;
  /** Returns the cases of an email address, with the time at which they were opened, UTC. */
  listByEmail(email: string): Promise<readonly (ReportCase & { readonly createdAt: string })[]>;
  /**
   * Erases an email address.
   * @returns number of cases that contained it
   */
  erase(email: string): Promise<number>;
}

/** Time limit for an appeal, in months: art. 20(1). */
const APPEAL_MONTHS = 6;
const TOKEN_PATTERN = /^[\da-f]{40}$/;
/** Placeholder for an appeal that is being stored. */
const PENDING_APPEAL = -1;

/**
 * Returns the deadline for an appeal, UTC.
 * @param decidedAt time of the decision, UTC
 */
export function getAppealDeadline(decidedAt: string): string {
  return DateTime.fromSQL(decidedAt, { zone: 'utc' }).plus({ months: APPEAL_MONTHS }).toFormat('yyyy-MM-dd HH:mm:ss');
}

export function createReportCases({
  db,
  clock,
}: {
  readonly db: Database;
  readonly clock: Pick<Clock, 'now'>;
}): ReportCases {
  const table = () => db()('compliance_report_cases');
  const toCase = (row: ReportCaseRow | undefined): ReportCase | undefined =>
    row && {
      token: row.token,
      reportId: row.declaration_id,
      party: row.party,
      email: row.email,
      locale: row.locale,
      decidedAt: row.decided_at,
      appealId: row.appeal_id,
    };
  const findCase = async (reportId: number, party: Party): Promise<ReportCase | undefined> =>
    toCase(await table().where({ declaration_id: reportId, party }).first());

  return {
    find: findCase,
    open: (reportId, party, { email, locale }) =>
      db.transaction(async () => {
        const token = randomBytes(20).toString('hex');
        await table()
          .insert({
            token,
            declaration_id: reportId,
            party,
            email,
            locale,
            decided_at: null,
            appeal_id: 0,
            created_at: clock.now(),
          })
          .onConflict(['declaration_id', 'party'])
          .merge(['email', 'locale']);
        const reportCase = await findCase(reportId, party);
        if (!reportCase) throw new Error('The case of a report was not stored.');
        return reportCase;
      }),
    findByToken: async (token) =>
      TOKEN_PATTERN.test(token) ? toCase(await table().where({ token }).first()) : undefined,
    findByAppeal: async (appealId) =>
      appealId > 0 ? toCase(await table().where({ appeal_id: appealId }).first()) : undefined,
    markDecided: async (reportId) =>
      void (await table().where({ declaration_id: reportId }).update({ decided_at: clock.now() })),
    claimAppeal: async (token) =>
      (await table()
        .where({ token, appeal_id: 0 })
        .whereNotNull('decided_at')
        .update({ appeal_id: PENDING_APPEAL })) === 1,
    appealed: async (token, appealId) => void (await table().where({ token }).update({ appeal_id: appealId })),
    async listByEmail(email) {
      const rows = email === '' ? [] : await table().where({ email }).orderBy('created_at').select();
      return rows.flatMap((row) => {
        const reportCase = toCase(row);
        return reportCase ? [{ ...reportCase, createdAt: row.created_at }] : [];
      });
    },
    erase: (email) => (email === '' ? Promise.resolve(0) : table().where({ email }).update({ email: '' })),
  };
}
