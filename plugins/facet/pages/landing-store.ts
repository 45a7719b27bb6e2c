import { createHash } from 'node:crypto';
import { PlinthError, type PluginScope, toUtcString } from 'plinth';
import { compareCodeUnits, toQuery } from '../url-state/filter-state.js';
import type { ListLocation } from './list-address.js';

/**
 * A selection that the owner lets search engines index: a page of its own, at the URL of the selection.
 * @since 0.1.0
 */
export interface LandingPage extends ListLocation {
  readonly id: number;
  /** The selection as a canonical query string, `sf_color=red`; empty for the unfiltered list. */
  readonly query: string;
  /** Document title, without the site's name. Empty texts default to those of the selection. */
  readonly title: string;
  readonly heading: string;
  readonly description: string;
  /** Plain text below the heading. */
  readonly text: string;
  /** Position among the links to landing pages, ascending. */
  readonly position: number;
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly updatedAt: string;
}

/**
 * The store of landing pages.
 * @since 0.1.0
 */
export interface LandingStore {
  /** Returns all landing pages in the order of their links. */
  all(): Promise<readonly LandingPage[]>;
  /** Returns the landing page of a list and a selection. */
  find(place: ListLocation, query: string): Promise<LandingPage | undefined>;
  /**
   * @param id 0 for a new one
   * @returns its id
   * @throws PlinthError `facet_landing_page_exists` if another page has the URL,
   * `facet_landing_page_limit_reached` if there are too many, `facet_landing_page_not_found`
   */
  save(id: number, page: Omit<LandingPage, 'id' | 'updatedAt'>): Promise<number>;
  remove(id: number): Promise<void>;
  /**
   * Moves landing pages along when the slug of a value is changed; one whose new URL another page has stays.
   * @param variables names of the URL variables with values of the taxonomy, such as `sf_color`
   */
  renameValue(variables: readonly string[], before: string, after: string): Promise<void>;
}

/**
 * Maximum number of landing pages. All of them are cached in memory, and the products of each are counted for the
 * sitemap.
 */
export const MAX_LANDING_PAGES = 1000;

/** Returns a canonical query with a value renamed in some variables; its values stay in canonical order. */
function renameInQuery(query: string, variables: readonly string[], before: string, after: string): string {
  const params = [...new URLSearchParams(query)].map(([name, value]): [string, string] => {
    const values = value.split(',');
    if (!variables.includes(name) || !values.includes(before)) return [name, value];
    const renamed = new Set(values.map((entry) => (entry === before ? after : entry)));
    return [name, [...renamed].sort(compareCodeUnits).join(',')];
  });
  return params.length === 0 ? '' : toQuery(params).slice(1);
}

const TABLE = 'facet_landing_pages';
const hashOf = ({ termId }: ListLocation, query: string): string =>
  createHash('sha1').update(`${termId}?${query}`).digest('hex');

export function createLandingStore({ db, cache }: Pick<PluginScope, 'db' | 'cache'>): LandingStore {
  const all = async (): Promise<readonly LandingPage[]> =>
    cache.get('facet:landing-pages', async () => {
      const rows = await db()(TABLE).orderBy([{ column: 'position' }, { column: 'id' }]);
      return rows.map(({ term_id, updated_at, ...row }) => ({ ...row, termId: term_id, updatedAt: updated_at }));
    });

  return {
    all,
    find: async ({ termId }, query) => (await all()).find((page) => page.termId === termId && page.query === query),
    save: (id, { termId, query, title, heading, description, text, position }) =>
      db.withLock('facet-landing-pages', async () => {
        const address_hash = hashOf({ termId }, query);
        const existing = await db()(TABLE).where({ address_hash }).whereNot({ id }).first('id');
        if (existing)
          throw new PlinthError('facet_landing_page_exists', 'Another landing page already uses this URL.', {
            status: 409,
            hint: 'Edit that page, or choose another selection.',
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
            throw new PlinthError('facet_landing_page_not_found', 'This landing page no longer exists.', {
              status: 404,
              hint: 'Create it again.',
            });
          return id;
        }
        const [counted] = await db()(TABLE).count({ number: '*' });
        if (Number(counted?.number ?? 0) >= MAX_LANDING_PAGES)
          throw new PlinthError(
            'facet_landing_page_limit_reached',
            `The limit of ${MAX_LANDING_PAGES} landing pages has been reached.`,
            {
              status: 409,
              hint: 'Remove landing pages that are no longer needed.',
            },
          );
        const [insertedId] = await db()(TABLE).insert(row);
        return Number(insertedId);
      }),
    async remove(id) {
      await db()(TABLE).where({ id }).delete();
    },
    renameValue: (variables, before, after) =>
      db.transaction(async () => {
        for (const { id, termId, query } of await all()) {
          const newQuery = renameInQuery(query, variables, before, after);
          const address_hash = hashOf({ termId }, newQuery);
          if (newQuery === query || (await db()(TABLE).where({ address_hash }).first('id'))) continue;
          await db()(TABLE).where({ id }).update({ query: newQuery, address_hash, updated_at: toUtcString() });
        }
      }),
  };
}
