import {
  andThen,
  type MaybePromise,
  type PermalinksApi,
  type Post,
  type PostsApi,
  ready,
  type Steps,
  stepwise,
  type Term,
  type TermsApi,
} from '../../api/index.js';
import { type AtOnce, promised } from '../../api/at-once.js';
import type { ContentDeps } from '../deps.js';
import type { PagesAtOnce } from '../pages/pages.js';
import { isStatusViewable, type PostsAtOnce } from '../posts/read.js';
import { decodeSlug } from '../slug-text.js';
import type { LinkBase } from './structure.js';

interface PostLinkDeps extends ContentDeps {
  base: LinkBase;
  posts: Pick<PostsAtOnce, 'getPost' | 'getPostStatus'> &
    Pick<PagesAtOnce, 'getPageUri'> &
    Pick<PostsApi, 'wpUniquePostSlug'>;
  terms: Pick<TermsApi, 'wpGetObjectTerms' | 'getTerm'>;
}

export type PostLinksAtOnce = AtOnce<PermalinksApi, 'getPermalink' | 'getPageLink'>;
type PostLinks = Pick<PermalinksApi, 'getPermalink' | 'getPageLink' | 'getSamplePermalink' | 'getPreviewPostLink'>;

/** Addresses of posts (WordPress: get_permalink, get_page_link, get_post_permalink, get_sample_permalink). */
export function createPostLinks(deps: PostLinkDeps): PostLinks & { readonly now: PostLinksAtOnce } {
  const { hooks, types, roles, options, users, formatting, base, posts, terms } = deps;

  // A post that was not stored yet has no address.
  const load = (post: number | Post): MaybePromise<Post | null> =>
    typeof post === 'number' ? posts.getPost(post) : post.id > 0 ? post : null;

  /** Whether a post has to be addressed by its number, since its address is not for everybody yet. */
  function isPlain(post: Post, sample: boolean): MaybePromise<boolean> {
    return andThen(post.post_type === 'attachment' ? posts.getPostStatus(post.id) : post.post_status, (name) => {
      const status = types.getPostStatusObject(name || '');
      if (!status || !types.getPostTypeObject(post.post_type)) return true;
      if (isStatusViewable(status) || (status.protected && sample)) return false;
      return !status.private || andThen(roles.now.currentUserCan('read_post', post.id), (may) => !may);
    });
  }

  function pageLink(page: Post, leaveName: boolean, sample: boolean): MaybePromise<string> {
    const link = andThen(isFront(page), (front) => (front ? base.homeUrl('/') : ownPageLink(page, leaveName, sample)));
    return andThen(link, (url) => hooks.applyFilters('page_link', url, page.id, sample));
  }

  const isFront = (page: Post): MaybePromise<boolean> =>
    andThen(
      options.optionNow('show_on_front'),
      (shown) => shown === 'page' && andThen(options.optionNow('page_on_front'), (id) => Number(id) === page.id),
    );

  const ownPageLink = stepwise(function* (page: Post, leaveName: boolean, sample: boolean): Steps<string> {
    const pattern = yield* ready(base.structure());
    const pretty = pattern !== '' && (sample || !(yield* ready(isPlain(page, false))));
    // Sites without rewriting name the index file in every address.
    const prefix = pattern.startsWith('/index.php/') ? 'index.php/' : '';
    const path = pretty
      ? `${prefix}${leaveName ? '%pagename%' : (yield* ready(posts.getPageUri(page))) || ''}`
      : `?page_id=${page.id}`;
    const link = yield* ready(andThen(base.homeUrl(path), (url) => (pretty ? base.slashed(url) : url)));
    return yield* ready(hooks.applyFilters('_get_page_link', link, page.id));
  });

  const customLink = stepwise(function* (post: Post, leaveName: boolean, sample: boolean): Steps<string> {
    const type = types.getPostTypeObject(post.post_type);
    const plain = yield* ready(isPlain(post, sample));
    let link: string;
    if (type && type.rewrite && !plain && (yield* ready(base.structure())) !== '') {
      const front = type.rewrite.withFront ? yield* ready(base.front()) : '/';
      const own = leaveName
        ? `%${post.post_type}%`
        : type.hierarchical
          ? (yield* ready(posts.getPageUri(post))) || ''
          : post.post_name;
      link = yield* ready(andThen(base.homeUrl(`${front}${type.rewrite.slug}/${own}`), base.slashed));
    } else if (type && type.queryVar !== false && !plain)
      link = yield* ready(base.homeUrl(`?${type.queryVar}=${post.post_name}`));
    else link = yield* ready(base.homeUrl(type ? `?post_type=${post.post_type}&p=${post.id}` : `?p=${post.id}`));
    return yield* ready(hooks.applyFilters('post_type_link', link, post, leaveName, sample));
  });

  const postLink = stepwise(function* (post: Post, leaveName: boolean, sample: boolean): Steps<string> {
    const pattern = yield* ready(hooks.applyFilters('pre_post_link', yield* ready(base.structure()), post, leaveName));
    let link = yield* ready(base.homeUrl(`?p=${post.id}`));
    if (pattern !== '' && !(yield* ready(isPlain(post, sample)))) {
      const [date = '', clock = ''] = (post.post_date ?? '0000-00-00 00:00:00').split(' ');
      const [year = '', month = '', day = ''] = date.split('-');
      const [hour = '', minute = '', second = ''] = clock.split(':');
      const values: Record<string, string> = {
        year,
        monthnum: month,
        day,
        hour,
        minute,
        second,
        post_id: String(post.id),
      };
      if (!leaveName) Object.assign(values, { postname: post.post_name, pagename: post.post_name });
      if (pattern.includes('%category%')) values.category = yield* ready(categoryPath(post));
      if (pattern.includes('%author%')) values.author = yield* ready(authorName(post.post_author));
      const path = pattern.replace(/%([a-z_]+)%/g, (tag, name: string) =>
        Object.hasOwn(values, name) ? (values[name] as string) : tag,
      );
      link = yield* ready(andThen(base.homeUrl(path), base.slashed));
    }
    return yield* ready(hooks.applyFilters('post_link', link, post, leaveName));
  });

  /** Empty for an account that is gone. */
  const authorName = (id: number): MaybePromise<string> =>
    andThen(users.now.getUserBy('id', id), (user) => (user ? user.user_nicename : ''));

  /** The first category of a post, below those it lies in. */
  async function categoryPath(post: Post): Promise<string> {
    const filed = await terms.wpGetObjectTerms(post.id, 'category');
    const list = Array.isArray(filed) ? [...filed].sort((a, b) => a.term_id - b.term_id) : [];
    let term: Term | undefined = await hooks.applyFilters('post_link_category', list[0], list, post);
    if (!term) {
      const standard = await terms.getTerm(Number(await options.getOption('default_category')), 'category');
      return standard && 'slug' in standard ? standard.slug : '';
    }
    const path: string[] = [];
    const seen = new Set<number>();
    while (term && !seen.has(term.term_id)) {
      seen.add(term.term_id);
      path.unshift(term.slug);
      const parent: Awaited<ReturnType<typeof terms.getTerm>> =
        term.parent > 0 ? await terms.getTerm(term.parent, 'category') : null;
      term = parent && 'slug' in parent ? parent : undefined;
    }
    return path.join('/');
  }

  /** An attachment lies below its post, when that has an address; else it stands by itself. */
  const attachmentLink = stepwise(function* (post: Post, leaveName: boolean, sample: boolean): Steps<string> {
    const parent =
      post.post_parent > 0 && post.post_parent !== post.id ? yield* ready(posts.getPost(post.post_parent)) : null;
    const pattern = yield* ready(base.structure());
    const lies = post.post_parent === 0 || (parent !== null && types.isPostTypeViewable(parent.post_type));
    if (pattern !== '' && lies && !(yield* ready(isPlain(post, sample)))) {
      if (parent) {
        const above =
          parent.post_type === 'page'
            ? yield* ready(ownPageLink(parent, false, false))
            : yield* ready(linkOf(parent, false, false));
        const name =
          /^\d+$/.test(post.post_name) || pattern.includes('%category%')
            ? `attachment/${post.post_name}`
            : post.post_name;
        if (!above.includes('?'))
          return yield* ready(base.slashed(`${above.replace(/\/*$/, '/')}${leaveName ? '%postname%' : name}`));
      } else if (!leaveName) return yield* ready(andThen(base.homeUrl(post.post_name), base.slashed));
    }
    return yield* ready(base.homeUrl(`/?attachment_id=${post.id}`));
  });

  function linkOf(post: Post, leaveName: boolean, sample: boolean): MaybePromise<string> {
    if (post.post_type === 'page') return pageLink(post, leaveName, sample);
    if (post.post_type === 'post') return postLink(post, leaveName, sample);
    if (post.post_type === 'attachment')
      return andThen(attachmentLink(post, leaveName, sample), (url) =>
        hooks.applyFilters('attachment_link', url, post.id),
      );
    return types.getPostTypeObject(post.post_type)?.builtin
      ? postLink(post, leaveName, sample)
      : customLink(post, leaveName, sample);
  }

  const now: PostLinksAtOnce = {
    getPermalink: (given, leaveName = false) =>
      andThen(load(given), (post) => (post ? linkOf(post, leaveName, false) : false)),
    getPageLink: (given, leaveName = false) =>
      andThen(load(given), (page) => (page ? pageLink(page, leaveName, false) : '')),
  };
  return {
    ...promised(now),
    now,

    async getSamplePermalink(id, title = null, name = null) {
      const post = await posts.getPost(id);
      if (!post) return ['', ''];
      const sample = { ...post };
      if (['draft', 'pending', 'future'].includes(post.post_status)) {
        sample.post_status = 'publish';
        sample.post_name = formatting.sanitizeTitle(
          post.post_name === '' ? post.post_title : post.post_name,
          String(id),
        );
      }
      if (name !== null) sample.post_name = formatting.sanitizeTitle(name === '' ? (title ?? '') : name, String(id));
      sample.post_name = await posts.wpUniquePostSlug(
        sample.post_name,
        id,
        sample.post_status,
        sample.post_type,
        sample.post_parent,
      );
      let link = (await linkOf(sample, true, true)).replace(`%${sample.post_type}%`, '%postname%');
      if (types.isPostTypeHierarchical(sample.post_type)) {
        const uri = (await posts.getPageUri(id)) || '';
        const above = await hooks.applyFilters(
          'editable_slug',
          uri.includes('/') ? uri.slice(0, uri.lastIndexOf('/')) : '',
          sample,
        );
        link = link.replace('%pagename%', () => `${above === '' ? '' : `${above}/`}%pagename%`);
      }
      const slug = await hooks.applyFilters('editable_slug', decodeSlug(sample.post_name), sample);
      return hooks.applyFilters<[string, string]>('get_sample_permalink', [link, slug], id, title, name, post);
    },

    async getPreviewPostLink(id, queryArgs = {}) {
      const post = await posts.getPost(id);
      if (!post) return null;
      if (!types.isPostTypeViewable(post.post_type)) return '';
      const link = formatting.addQueryArg({ ...queryArgs, preview: 'true' }, (await now.getPermalink(post)) || '');
      return hooks.applyFilters('preview_post_link', link, post);
    },
  };
}
