import type { MaybePromise, PluginScope } from 'plinth';

/** The row of `store_change_sequence` that counts changes of terms; that of products is the first. */
export const TERM_COUNTER = 2;

/** How often terms have changed, so that whoever keeps them knows when to read them again. */
export interface TermVersion {
  now(): MaybePromise<number>;
  /** Inside the transaction of the write. */
  bump(): Promise<void>;
}

export function createTermVersion({ db, remember }: Pick<PluginScope, 'db' | 'remember'>): TermVersion {
  const row = () => db()('store_change_sequence').where({ id: TERM_COUNTER });
  return {
    now: () => remember('store:term-version', async () => Number((await row().first())?.last ?? 0)),
    bump: async () => void (await row().increment('last', 1)),
  };
}
