import { createHash } from 'node:crypto';
import type { Database } from 'plinth';
import type { Clock } from '../time/clock.js';

/** A text that someone agreed to, stored permanently under its SHA-256. */
interface TextVersion {
  readonly hash: string;
  readonly kind: 'label' | 'page';
  readonly content: string;
  /** UTC: when it was first used. */
  readonly createdAt: string;
}

export interface TextVersions {
  /** Stores a text and returns its hash; the same text is stored only once. */
  save(kind: TextVersion['kind'], content: string): Promise<string>;
  get(hash: string): Promise<TextVersion | undefined>;
}

const TABLE = 'compliance_text_versions';

export function hashText(content: string): string {
  return createHash('sha256').update(content, 'utf8').digest('hex');
}

export function createTextVersions({ db, clock }: { db: Database; clock: Clock }): TextVersions {
  return {
    async save(kind, content) {
      const hash = hashText(content);
      const existing = await db()(TABLE).where({ hash }).first('hash');
      if (!existing)
        await db()(TABLE).insert({ hash, kind, content, created_at: clock.now() }).onConflict('hash').ignore();
      return hash;
    },
    async get(hash) {
      const row = await db()(TABLE).where({ hash }).first();
      return row && { hash, kind: row.kind, content: row.content, createdAt: row.created_at };
    },
  };
}
