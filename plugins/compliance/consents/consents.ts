import type { Database, Knex, PluginScope } from 'plinth';
import type { Clock } from '../time/clock.js';
import { isFreeConsent } from './checkbox.js';

/** A visitor's response to a checkbox. */
export interface Consent {
  readonly id: number;
  readonly checkboxId: number;
  /** Slug of the checkbox at the time of the response: `marketing`. */
  readonly purpose: string;
  /** The form; `account` or `email` for a withdrawn consent. */
  readonly location: string;
  /** 0 outside of orders. */
  readonly orderId: number;
  /** 0 for a visitor without an account. */
  readonly userId: number;
  /** As entered in the form; '' when the form has no email field. */
  readonly email: string;
  readonly accepted: boolean;
  /** Hash of the label in `compliance_text_versions`. */
  readonly labelVersion: string;
  readonly pageVersion: string | null;
  /** Anonymized. */
  readonly ip: string;
  /** UTC. */
  readonly createdAt: string;
}

/** Where a consent can be withdrawn; logged as its location. */
export const WITHDRAWAL_LOCATIONS = ['account', 'email'] as const;
export type WithdrawalLocation = (typeof WITHDRAWAL_LOCATIONS)[number];

export function isWithdrawal({ location }: { readonly location: string }): boolean {
  return WITHDRAWAL_LOCATIONS.some((withdrawalLocation) => withdrawalLocation === location);
}

/** Filters for consents; all given ones must match. */
export interface ConsentQuery {
  readonly orderId?: number;
  readonly userId?: number;
  /** Part of the email address. */
  readonly email?: string;
  readonly location?: string;
  /** Only the last given number of days, the current one included, in the site's time zone. */
  readonly days?: number;
}

export interface ConsentLog {
  add(consents: readonly Omit<Consent, 'id' | 'createdAt'>[]): Promise<void>;
  /** Newest first. */
  list(query: ConsentQuery & { readonly limit: number; readonly offset?: number }): Promise<readonly Consent[]>;
  count(query: ConsentQuery): Promise<number>;
}

const TABLE = 'compliance_consents';

/** Anonymizes an IP address: removes the last octet of IPv4 and the last 80 bits of IPv6; '' for anything else. */
export function anonymizeIp(ip: string): string {
  const ipv4Match = /^(?:::ffff:)?(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/i.exec(ip);
  if (ipv4Match) return `${ipv4Match[1]}.0`;
  if (!ip.includes(':')) return '';
  const groups = (ip.split('::')[0] ?? '').split(':').filter((group) => /^[\da-f]{1,4}$/i.test(group));
  return `${groups.slice(0, 3).join(':')}::`;
}

interface ConsentLogDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly doAction: PluginScope['doAction'];
}

export function createConsentLog({ db, clock, doAction }: ConsentLogDeps): ConsentLog {
  async function addConditions(
    query: Knex.QueryBuilder,
    { orderId, userId, email, location, days }: ConsentQuery,
  ): Promise<void> {
    if (orderId !== undefined) void query.where({ order_id: orderId });
    if (userId !== undefined) void query.where({ user_id: userId });
    if (location !== undefined) void query.where({ location });
    if (email !== undefined)
      void query.whereRaw("?? like ? escape '!'", ['email', `%${email.replace(/[!%_]/g, '!$&')}%`]);
    if (days !== undefined) void query.where('created_at', '>=', await clock.startOf(await clock.day(1 - days)));
  }

  /** An unchecked checkbox does not withdraw an earlier consent. */
  async function notifyChanges(
    consents: readonly Omit<Consent, 'id' | 'createdAt'>[],
    changedAt: string,
  ): Promise<void> {
    for (const { purpose, email, userId, location, orderId, accepted } of consents) {
      if (!isFreeConsent(purpose)) continue;
      const change = { purpose, email, userId, location, orderId, changedAt };
      if (accepted) await doAction('compliance/consent_given', change);
      else if (isWithdrawal({ location })) await doAction('compliance/consent_withdrawn', change);
    }
  }

  return {
    async add(consents) {
      if (consents.length === 0) return;
      const created_at = clock.now();
      await db()(TABLE).insert(
        consents.map((consent) => ({
          checkbox_id: consent.checkboxId,
          purpose: consent.purpose,
          address: consent.email.toLowerCase(),
          location: consent.location,
          order_id: consent.orderId,
          user_id: consent.userId,
          email: consent.email,
          accepted: Number(consent.accepted),
          label_version: consent.labelVersion,
          page_version: consent.pageVersion,
          ip: consent.ip,
          created_at,
        })),
      );
      await db.afterCommit(() => notifyChanges(consents, created_at));
    },

    async list({ limit, offset = 0, ...filter }) {
      const query = db()(TABLE).select().orderBy('id', 'desc').limit(limit).offset(offset);
      await addConditions(query, filter);
      const rows = await query;
      return rows.map((row) => ({
        id: row.id,
        checkboxId: row.checkbox_id,
        purpose: row.purpose,
        location: row.location,
        orderId: row.order_id,
        userId: row.user_id,
        email: row.email,
        accepted: row.accepted === 1,
        labelVersion: row.label_version,
        pageVersion: row.page_version,
        ip: row.ip,
        createdAt: row.created_at,
      }));
    },

    async count(filter) {
      const query = db()(TABLE).count({ n: '*' });
      await addConditions(query, filter);
      const [row] = await query;
      return Number(row?.n ?? 0);
    },
  };
}
