import type { ContentApi, Database, HookApi, Post } from '../../api/index.js';

/** An address of the site that leads to another one. */
export interface MovedAddress {
  readonly id: number;
  /** A path without its last slash: `/old/page`. */
  readonly source: string;
  /** A path of this site. */
  readonly target: string;
}

/** Addresses that lead elsewhere since what stood there has moved: asked where nothing else is found. */
export interface MovedAddresses {
  /** Where a path leads now; undefined when nowhere. */
  find(path: string): Promise<string | undefined>;
  /** Has an address lead to another one; what led to it leads there too. False for one that is none, or leads to itself. */
  move(from: string, to: string): Promise<boolean>;
  remove(ids: readonly number[]): Promise<void>;
  /** The newest first, those that hold a text. */
  list(query: {
    readonly search: string;
    readonly limit: number;
    readonly offset: number;
  }): Promise<{ readonly rows: readonly MovedAddress[]; readonly total: number }>;
}

const TABLE = 'redirects';
const LONGEST = 190;
const LONGEST_TARGET = 2000;

/** A path as it is compared: its letters as they are meant, without its last slash. */
function pathOf(address: string): string {
  const [path = ''] = address.split(/[?#]/);
  let emails = path;
  try {
    emails = decodeURIComponent(path);
  } catch {
    // Encoded wrongly: as it is.
  }
  return emails.replace(/\/+$/, '');
}

/** Whether something may be led to: a path of this site, which no browser takes for another host. */
const isTarget = (target: string): boolean => /^\/(?![/\\])[^\s\\]*$/.test(target);

export function createMovedAddresses({ db }: { readonly db: Database }): MovedAddresses {
  const rows = () => db()(TABLE);
  return {
    async find(path) {
      const source = pathOf(path);
      if (source === '' || source.length > LONGEST) return undefined;
      const found = await rows().where({ source }).first('source', 'target');
      // A database may compare letters more loosely than addresses are.
      return found?.source === source ? found.target : undefined;
    },
    async move(from, to) {
      const source = pathOf(from);
      const target = to.trim();
      const isPath = /^\/[^\s\\]+$/.test(source) && source.length <= LONGEST;
      if (!isPath || !isTarget(target) || target.length > LONGEST_TARGET || pathOf(target) === source) return false;
      await db.transaction(async () => {
        // Something stands there again, or leads on from there.
        await rows()
          .where({ source: pathOf(target) })
          .delete();
        const before = [`${source}/`, source];
        await rows().whereIn('target', before).update({ target });
        const known = await rows().where({ source }).first('id');
        if (known) await rows().where({ id: known.id }).update({ target });
        else await db()(TABLE).insert({ source, target, status: 301 });
      });
      return true;
    },
    async remove(ids) {
      if (ids.length > 0) await rows().whereIn('id', ids).delete();
    },
    async list({ search, limit, offset }) {
      const like = `%${search.replace(/[!%_]/g, '!$&')}%`;
      const found = () =>
        search === ''
          ? rows()
          : rows().where(
              (some) =>
                void some.whereRaw("source like ? escape '!'", [like]).orWhereRaw("target like ? escape '!'", [like]),
            );
      const count = await found().count({ total: '*' }).first();
      return {
        rows: await found().orderBy('id', 'desc').limit(limit).offset(offset).select('id', 'source', 'target'),
        total: Number(count?.total ?? 0),
      };
    },
  };
}

interface FollowDeps {
  readonly hooks: HookApi;
  readonly content: Pick<
    ContentApi,
    'getPermalink' | 'isPostTypeHierarchical' | 'isPostTypeViewable' | 'queryPosts' | 'getTermLink'
  >;
  readonly moved: Pick<MovedAddresses, 'move'>;
}

/**
 * Remembers the addresses that pages and lists of terms had, with those of the pages below them; of what has no pages below it the old slugs
 * are kept already. Plugins tell of theirs by the action `plinth/address_changed`.
 */
export function followMovedAddresses({ hooks, content, moved }: FollowDeps): void {
  const path = (address: string | false): string => (address === false ? '' : new URL(address, 'http://site').pathname);

  async function below(post: Post): Promise<readonly Post[]> {
    const { posts } = await content.queryPosts({
      post_type: post.post_type,
      post_parent: post.id,
      post_status: 'publish',
      posts_per_page: -1,
    });
    const further = await Promise.all(posts.map(below));
    return [...posts, ...further.flat()];
  }

  hooks.addAction(
    'post_updated',
    async (id: number, after: Post, before: Post) => {
      if (
        !content.isPostTypeHierarchical(after.post_type) ||
        after.post_status !== 'publish' ||
        before.post_status !== 'publish'
      )
        return;
      if (after.post_name === before.post_name && after.post_parent === before.post_parent) return;
      const [from, to] = [path(await content.getPermalink(before)), path(await content.getPermalink(id))];
      if (from === '' || from === '/' || from === to) return;
      for (const post of await below(after)) {
        const now = path(await content.getPermalink(post));
        if (now.startsWith(to)) await moved.move(from + now.slice(to.length), now);
      }
      await moved.move(from, to);
    },
    12,
    3,
  );

  const linkBefore = new Map<number, string>();
  hooks.addAction(
    'edit_terms',
    async (id: number, taxonomy: string) => {
      const link = await content.getTermLink(id, taxonomy);
      if (typeof link === 'string') linkBefore.set(id, path(link));
    },
    10,
    2,
  );
  hooks.addAction(
    'edited_term',
    async (id: number, _relation: number, taxonomy: string) => {
      const from = linkBefore.get(id);
      linkBefore.delete(id);
      const link = await content.getTermLink(id, taxonomy);
      if (from && typeof link === 'string' && path(link) !== from) await moved.move(from, path(link));
    },
    10,
    3,
  );

  hooks.addAction(
    'plinth/address_changed',
    async (from: string, to: string) => {
      await moved.move(path(from), path(to));
    },
    10,
    2,
  );
}
