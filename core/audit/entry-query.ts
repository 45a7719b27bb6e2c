import type { Database, Knex } from '../api/index.js';
import { AUDIT_TABLE, type Entry } from './entry.js';

/** Which entries to show. */
export interface EntryQuery {
  /** A whole action, or a group: `orders` finds `orders.placed`. */
  readonly action?: string;
  /** A user's id or name. */
  readonly user?: string;
  /** UTC, both included. */
  readonly since?: string;
  readonly until?: string;
  /** Part of what it is about, of who did it or of its details. */
  readonly text?: string;
}

/** Reading the log; the newest first. */
export interface Browse {
  list(
    query: EntryQuery & {
      readonly limit: number;
      readonly offset?: number;
      /** Only older entries. */ readonly before?: number;
    },
  ): Promise<readonly Entry[]>;
  count(query: EntryQuery): Promise<number>;
  /** The groups that there are entries of. */
  groups(): Promise<readonly string[]>;
}

export function createBrowse(db: Database): Browse {
  function narrow({ action, user, since, until, text }: EntryQuery): Knex.QueryBuilder {
    const builder = db()(AUDIT_TABLE);
    if (action)
      void (action.includes('.') ? builder.where({ action }) : builder.where('action', 'like', `${literal(action)}.%`));
    if (user) void (/^\d+$/.test(user) ? builder.where({ user_id: Number(user) }) : builder.where({ actor: user }));
    if (since) void builder.where('at', '>=', since);
    if (until) void builder.where('at', '<=', until);
    if (text) {
      const like = `%${literal(text.toLowerCase())}%`;
      void builder.where((any) => {
        for (const column of ['subject', 'subject_id', 'actor', 'action', 'details'])
          void any.orWhereRaw('lower(??) like ? escape ?', [column, like, '!']);
      });
    }
    return builder;
  }

  return {
    list: async ({ limit, offset = 0, before, ...query }) => {
      const builder = narrow(query).orderBy('id', 'desc').limit(limit).offset(offset);
      if (before !== undefined) void builder.where('id', '<', before);
      return builder.select<Entry[]>('*');
    },
    async count(query) {
      const row = await narrow(query).count({ total: '*' }).first<{ total: number | string } | undefined>();
      return Number(row?.total ?? 0);
    },
    async groups() {
      const actions = await db()(AUDIT_TABLE).distinct('action').pluck<string[]>('action');
      return [...new Set(actions.map((action) => action.replace(/\..*/s, '')))].sort();
    },
  };
}

/** A text in which no sign stands for others. */
function literal(text: string): string {
  return text.replace(/[!%_]/g, '!$&');
}
