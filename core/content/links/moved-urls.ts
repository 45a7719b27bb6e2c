import type { ContentApi, Database, HookApi, Post } from '../../api/index.js';

/** A redirect within the site. */
export interface MovedAddress {
  readonly id: number;
  /** A path without its trailing slash: `/old/page`. */
  readonly source: string;
  /** A path of this site. */
  readonly target: string;
}

/** Redirects of content that has moved; consulted when a request matches nothing else. */
export interface MovedAddresses {
  /** Returns the target of a path; undefined if there is no redirect. */
  find(path: string): Promise<string | undefined>;
  /**
   * Redirects a URL to another one. Redirects to the old URL are updated too. Returns false if a URL is invalid or both
   * are the same.
   */
  add(from: string, to: string): Promise<boolean>;
  remove(ids: readonly number[]): Promise<void>;
  /** Returns the redirects that contain a text, newest first. */
  list(query: {
    readonly search: string;
    readonly limit: number;
    readonly offset: number;
  }): Promise<{ readonly rows: readonly MovedAddress[]; readonly total: number }>;
}

const TABLE = 'redirects';
const LONGEST = 190;
const LONGEST_TARGET = 2000;

/** Returns a normalized path: decoded and without a trailing slash. */
function pathOf(address: string): string {
  const [path = ''] = address.split(/[?#]/);
  let emails = path;
  try {
    emails = decodeURIComponent(path);
  } catch {
    // Invalid encoding is kept unchanged.
  }
  return emails.replace(/\/+$/, '');
}

/** Whether a URL may be a target: a path of this site that no browser interprets as another host. */
const isTarget = (target: string): boolean => /^\/(?![/\\])[^\s\\]*$/.test(target);

export function createMovedAddresses({ db }: { readonly db: Database }): MovedAddresses {
  const rows = () => db()(TABLE);
  return {
    async find(path) {
      const source = pathOf(path);
      if (source === '' || source.length > LONGEST) return undefined;
      const found = await rows().where({ source }).first('source', 'target');
      // Database collations may compare less strictly than URLs do.
      return found?.source === source ? found.target : undefined;
    },
    async add(from, to) {
      const source = pathOf(from);
      const target = to.trim();
      const isPath = /^\/[^\s\\]+$/.test(source) && source.length <= LONGEST;
      if (!isPath || !isTarget(target) || target.length > LONGEST_TARGET || pathOf(target) === source) return false;
      await db.transaction(async () => {
        // Content exists there again, or another redirect starts there.
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
  readonly redirects: Pick<MovedAddresses, 'add'>;
}

/**
 * Creates redirects when pages and term archives move, including those of their child pages. For posts without child
 * pages, old slugs are stored elsewhere. Plugins report moved URLs with the action `plinth/url_changed`.
 */
export function followMovedAddresses({ hooks, content, redirects }: FollowDeps): void {
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
        if (now.startsWith(to)) await redirects.add(from + now.slice(to.length), now);
      }
      await redirects.add(from, to);
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
      if (from && typeof link === 'string' && path(link) !== from) await redirects.add(from, path(link));
    },
    10,
    3,
  );

  hooks.addAction(
    'plinth/url_changed',
    async (from: string, to: string) => {
      await redirects.add(path(from), path(to));
    },
    10,
    2,
  );
}
