import type { Database, Knex } from '../api/index.js';
import { comparedExactColumn, comparedText } from '../db/index.js';
import { AUDIT_TABLE, type Entry } from './entry.js';

/** Filters of the log. */
export interface EntryQuery {
  /** A full action, or a group: `orders` matches `orders.placed`. */
  readonly action?: string;
  /** A user's ID or name. */
  readonly user?: string;
  /** UTC, both inclusive. */
  readonly since?: string;
  readonly until?: string;
  /** Text contained in the subject, the actor or the details. */
  readonly text?: string;
}

/** Read access to the log; newest entries first. */
export interface AuditReader {
  list(
    query: EntryQuery & {
      readonly limit: number;
      readonly offset?: number;
      /** Returns only entries older than this one. */ readonly before?: number;
    },
  ): Promise<readonly Entry[]>;
  count(query: EntryQuery): Promise<number>;
  /** Returns the groups that have entries. */
  groups(): Promise<readonly string[]>;
}

export function createAuditReader(db: Database): AuditReader {
  function applyFilters({ action, user, since, until, text }: EntryQuery): Knex.QueryBuilder {
    const builder = db()(AUDIT_TABLE);
    if (action)
      void (action.includes('.')
        ? builder.where({ action })
        : builder.where('action', 'like', `${escapeLike(action)}.%`));
    if (user) void (/^\d+$/.test(user) ? builder.where({ user_id: Number(user) }) : builder.where({ actor: user }));
    if (since) void builder.where('at', '>=', since);
    if (until) void builder.where('at', '<=', until);
    if (text) {
      const like = `%${comparedText(db, escapeLike(text))}%`;
      void builder.where((condition) => {
        for (const column of ['subject', 'subject_id', 'actor', 'action', 'details'])
          void condition.orWhereRaw(`${comparedExactColumn(db)} like ? escape '!'`, [column, like]);
      });
    }
    return builder;
  }

  return {
    list: async ({ limit, offset = 0, before, ...query }) => {
      const builder = applyFilters(query).orderBy('id', 'desc').limit(limit).offset(offset);
      if (before !== undefined) void builder.where('id', '<', before);
      return builder.select<Entry[]>('*');
    },
    async count(query) {
      const row = await applyFilters(query).count({ total: '*' }).first<{ total: number | string } | undefined>();
      return Number(row?.total ?? 0);
    },
    async groups() {
      const actions = await db()(AUDIT_TABLE).distinct('action').pluck<string[]>('action');
      return [...new Set(actions.map((action) => action.replace(/\..*/s, '')))].sort();
    },
  };
}

/** Escapes the wildcards of a LIKE pattern. */
function escapeLike(text: string): string {
  return text.replace(/[!%_]/g, '!$&');
}
