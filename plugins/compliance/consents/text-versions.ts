import { createHash } from 'node:crypto';
import type { Database } from 'plinth';
import type { Clock } from '../time/clock.js';

/** A wording that somebody agreed to, kept for ever under its SHA-256. */
interface TextVersion {
  readonly hash: string;
  readonly kind: 'label' | 'page';
  readonly content: string;
  /** UTC: first seen. */
  readonly createdAt: string;
}

export interface TextVersions {
  /** Keeps a wording and answers with its hash; the same wording is kept once. */
  keep(kind: TextVersion['kind'], content: string): Promise<string>;
  get(hash: string): Promise<TextVersion | undefined>;
}

const TABLE = 'compliance_text_versions';

export function hashText(content: string): string {
  return createHash('sha256').update(content, 'utf8').digest('hex');
}

export function createTextVersions({ db, clock }: { db: Database; clock: Clock }): TextVersions {
  return {
    async keep(kind, content) {
      const hash = hashText(content);
      const known = await db()(TABLE).where({ hash }).first('hash');
      if (!known)
        await db()(TABLE).insert({ hash, kind, content, created_at: clock.now() }).onConflict('hash').ignore();
      return hash;
    },
    async get(hash) {
      const row = await db()(TABLE).where({ hash }).first();
      return row && { hash, kind: row.kind, content: row.content, createdAt: row.created_at };
    },
  };
}
