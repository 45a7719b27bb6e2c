import { createHash } from 'node:crypto';
import { PlinthError, type PluginScope, toUtcString } from 'plinth';
import type { ListPlace } from './list-address.js';

/** A choice that the owner releases to search engines: a page of its own, at the address of the choice. @since 0.3.0 */
export interface LandingPage extends ListPlace {
  readonly id: number;
  /** The choice in its one spelling, `sf_color=red`; empty for the list as it is. */
  readonly query: string;
  /** In the head, without the site's name. Empty texts take what the choice says. */
  readonly title: string;
  readonly heading: string;
  readonly description: string;
  /** Below the heading, as plain text. */
  readonly text: string;
  /** Among the links to it, ascending. */
  readonly position: number;
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly updatedAt: string;
}

/** The landing pages. @since 0.3.0 */
export interface LandingStore {
  /** In the order of their links. */
  all(): Promise<readonly LandingPage[]>;
  /** The one of a list and a choice. */
  find(place: ListPlace, query: string): Promise<LandingPage | undefined>;
  /**
   * @param id 0 for a new one
   * @returns its id
   * @throws PlinthError `facet_landing_taken` when another has the address, `facet_landing_many` when there are too many, `facet_landing_missing`
   */
  save(id: number, page: Omit<LandingPage, 'id' | 'updatedAt'>): Promise<number>;
  remove(id: number): Promise<void>;
}

/** All of them are kept in memory, and each is counted for the sitemap. */
export const MAX_LANDING_PAGES = 1000;

const TABLE = 'facet_landing_pages';
const hashOf = ({ termId }: ListPlace, query: string): string =>
  createHash('sha1').update(`${termId}?${query}`).digest('hex');

export function createLandingStore({ db, remember }: Pick<PluginScope, 'db' | 'remember'>): LandingStore {
  const all = async (): Promise<readonly LandingPage[]> =>
    remember('facet:landing-pages', async () => {
      const rows = await db()(TABLE).orderBy([{ column: 'position' }, { column: 'id' }]);
      return rows.map(({ term_id, updated_at, ...row }) => ({ ...row, termId: term_id, updatedAt: updated_at }));
    });

  return {
    all,
    find: async ({ termId }, query) => (await all()).find((page) => page.termId === termId && page.query === query),
    save: (id, { termId, query, title, heading, description, text, position }) =>
      db.withLock('facet-landing-pages', async () => {
        const address_hash = hashOf({ termId }, query);
        const taken = await db()(TABLE).where({ address_hash }).whereNot({ id }).first('id');
        if (taken)
          throw new PlinthError('facet_landing_taken', 'Another landing page already uses this URL.', {
            status: 409,
            hint: 'Change that one, or choose something else.',
          });
        const row = {
          term_id: termId,
          query,
          address_hash,
          title,
          heading,
          description,
          text,
          position,
          updated_at: toUtcString(),
        };
        if (id > 0) {
          if ((await db()(TABLE).where({ id }).update(row)) === 0)
            throw new PlinthError('facet_landing_missing', 'This landing page no longer exists.', {
              status: 404,
              hint: 'Make it anew.',
            });
          return id;
        }
        const [counted] = await db()(TABLE).count({ number: '*' });
        if (Number(counted?.number ?? 0) >= MAX_LANDING_PAGES)
          throw new PlinthError('facet_landing_many', `There are ${MAX_LANDING_PAGES} landing pages already.`, {
            status: 409,
            hint: 'Remove those that nobody finds.',
          });
        const [made] = await db()(TABLE).insert(row);
        return Number(made);
      }),
    async remove(id) {
      await db()(TABLE).where({ id }).delete();
    },
  };
}
