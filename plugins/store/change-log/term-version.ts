import type { PluginScope } from 'plinth';

/** The row of `store_change_sequence` that counts changes of terms; that of products is the first. */
export const TERM_COUNTER = 2;

/** Counter of term changes, so that caches of terms know when to reload. */
export interface TermVersion {
  now(): Promise<number>;
  /** Call it inside the transaction of the write. */
  bump(): Promise<void>;
}

export function createTermVersion({ db, cache }: Pick<PluginScope, 'db' | 'cache'>): TermVersion {
  const row = () => db()('store_change_sequence').where({ id: TERM_COUNTER });
  return {
    now: () => cache.get('store:term-version', async () => Number((await row().first())?.last ?? 0)),
    bump: async () => void (await row().increment('last', 1)),
  };
}
