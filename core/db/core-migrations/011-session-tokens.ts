import { createHash } from 'node:crypto';
import type { Migration } from '../../api/index.js';

const BATCH = 500;

interface Row {
  readonly sid: string;
  readonly sess: string;
}

/** Sessions are stored by the hash of their ID and record their user; open sessions remain valid. */
export const hashSessionIds: Migration = {
  id: '011_session_tokens',
  async up(db) {
    if (!(await db().schema.hasColumn('sessions', 'user_id')))
      await db().schema.alterTable('sessions', (table) => void table.integer('user_id').nullable().index());
    if (!(await db().schema.hasColumn('sessions', 'seen_at')))
      await db().schema.alterTable('sessions', (table) => void table.datetime('seen_at').nullable());
    // An ID has 32 characters, its hash 43.
    const clear = (): Promise<Row[]> =>
      db()<Row>('sessions').whereRaw('length(sid) = 32').limit(BATCH).select('sid', 'sess');
    for (let rows = await clear(); rows.length > 0; rows = await clear()) {
      for (const { sid, sess } of rows) {
        const { token: _token, ...session } = JSON.parse(sess) as { token?: string; userId?: number };
        await db()('sessions')
          .where({ sid })
          .update({
            sid: createHash('sha256').update(sid).digest('base64url'),
            sess: JSON.stringify(session),
            user_id: session.userId ?? null,
          });
      }
    }
  },
};
