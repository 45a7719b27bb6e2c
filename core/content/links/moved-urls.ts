import type { ContentApi, Database, HookApi, Post } from '../../api/index.js';

/** A redirect within the site. */
export interface MovedUrl {
  readonly id: number;
  /** A path without its trailing slash: `/old/page`. */
  readonly source: string;
  /** A path of this site. */
  readonly target: string;
}

/** Redirects of content that has moved. They are used if a request matches nothing else. */
export interface MovedUrls {
  /** Returns the target of a path; undefined if there is no redirect. */
  find(path: string): Promise<string | undefined>;
  /**
   * Redirects a URL to another one, and updates the redirects to the old URL. Returns false if a URL is invalid or both
   * are the same.
   */
  add(from: string, to: string): Promise<boolean>;
  remove(ids: readonly number[]): Promise<void>;
  /** Returns the redirects that contain a text, newest first. */
  list(query: {
    readonly search: string;
    readonly limit: number;
    readonly offset: number;
  }): Promise<{ readonly rows: readonly MovedUrl[]; readonly total: number }>;
}

const TABLE = 'redirects';
const MAX_SOURCE_LENGTH = 190;
const MAX_TARGET_LENGTH = 2000;

/** Returns a normalized path: decoded and without a trailing slash. */
function normalizePath(url: string): string {
  const [path = ''] = url.split(/[?#]/);
  let decodedPath = path;
  try {
    decodedPath = decodeURIComponent(path);
  } catch {
    // Invalid encoding is kept unchanged.
  }
  return decodedPath.replace(/\/+$/, '');
}

/** Whether a URL can be the target of a redirect: a path that no browser interprets as another host. */
const isValidTarget = (target: string): boolean => /^\/(?![/\\])[^\s\\]*$/.test(target);

export function createRedirects({ db }: { readonly db: Database }): MovedUrls {
  const rows = () => db()(TABLE);
  return {
    async find(path) {
      const source = normalizePath(path);
      if (source === '' || source.length > MAX_SOURCE_LENGTH) return undefined;
      const found = await rows().where({ source }).first('source', 'target');
      // The database may ignore differences, such as upper case, that are significant in URLs.
      return found?.source === source ? found.target : undefined;
    },
    async add(from, to) {
      const source = normalizePath(from);
      const target = to.trim();
      const isPath = /^\/[^\s\\]+$/.test(source) && source.length <= MAX_SOURCE_LENGTH;
      if (!isPath || !isValidTarget(target) || target.length > MAX_TARGET_LENGTH || normalizePath(target) === source)
        return false;
      await db.transaction(async () => {
        // A redirect from the target would create a loop.
        await rows()
          .where({ source: normalizePath(target) })
          .delete();
        const oldTargets = [`${source}/`, source];
        await rows().whereIn('target', oldTargets).update({ target });
        const existing = await rows().where({ source }).first('id');
        if (existing) await rows().where({ id: existing.id }).update({ target });
        else await db()(TABLE).insert({ source, target, status: 301 });
      });
      return true;
    },
    async remove(ids) {
      if (ids.length > 0) await rows().whereIn('id', ids).delete();
    },
    async list({ search, limit, offset }) {
      const pattern = `%${search.replace(/[!%_]/g, '!$&')}%`;
      const found = () =>
        search === ''
          ? rows()
          : rows().where(
              (some) =>
                void some
                  .whereRaw("source like ? escape '!'", [pattern])
                  .orWhereRaw("target like ? escape '!'", [pattern]),
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
  readonly redirects: Pick<MovedUrls, 'add'>;
}

/**
 * Creates redirects when pages and term archives move, and for the child pages of moved pages. Old slugs of posts
 * without child pages are stored elsewhere. Plugins report moved URLs with the action `plinth/url_changed`.
 */
export function followMovedUrls({ hooks, content, redirects }: FollowDeps): void {
  const path = (url: string | false): string => (url === false ? '' : new URL(url, 'http://site').pathname);

  async function findDescendants(post: Post): Promise<readonly Post[]> {
    const { posts } = await content.queryPosts({
      post_type: post.post_type,
      post_parent: post.id,
      post_status: 'publish',
      posts_per_page: -1,
    });
    const further = await Promise.all(posts.map(findDescendants));
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
      for (const post of await findDescendants(after)) {
        const newPath = path(await content.getPermalink(post));
        if (newPath.startsWith(to)) await redirects.add(from + newPath.slice(to.length), newPath);
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
