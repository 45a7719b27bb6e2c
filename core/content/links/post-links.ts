import { type PermalinksApi, type Post, type PostsApi, type TermsApi } from '../../api/index.js';
import type { ContentDeps } from '../deps.js';
import { isStatusViewable } from '../posts/read.js';
import { createPatternedLinks } from './patterned-links.js';
import { createSamplePermalinks } from './sample-permalink.js';
import type { LinkBase } from './structure.js';

interface PostLinkDeps extends ContentDeps {
  base: LinkBase;
  posts: Pick<PostsApi, 'getPost' | 'getPostStatus' | 'getPageUri' | 'wpUniquePostSlug'>;
  terms: Pick<TermsApi, 'wpGetObjectTerms' | 'getTerm'>;
}

type PostLinks = Pick<PermalinksApi, 'getPermalink' | 'getPageLink' | 'getSamplePermalink' | 'getPreviewPostLink'>;

/**
 * Creates the permalinks of posts (WordPress: get_permalink, get_page_link, get_post_permalink, get_sample_permalink).
 */
export function createPostLinks(deps: PostLinkDeps): PostLinks {
  const { hooks, types, roles, options, formatting, base, posts } = deps;
  const postLink = createPatternedLinks({ ...deps, isPlain });

  // A post that was not saved yet has no ID and no URL.
  async function loadPost(post: number | Post): Promise<Post | null> {
    if (typeof post === 'number') return posts.getPost(post);
    return post.id > 0 ? post : null;
  }

  /** Whether a post is linked by ID because its permalink is not public yet. */
  async function isPlain(post: Post, sample: boolean): Promise<boolean> {
    const name = await (post.post_type === 'attachment' ? posts.getPostStatus(post.id) : post.post_status);
    const status = types.getPostStatusObject(name || '');
    if (!status || !types.getPostTypeObject(post.post_type)) return true;
    if (isStatusViewable(status) || (status.protected && sample)) return false;
    return !status.private || !(await roles.currentUserCan('read_post', post.id));
  }

  async function pageLink(page: Post, leaveName: boolean, sample: boolean): Promise<string> {
    const url = (await isFrontPage(page)) ? await base.homeUrl('/') : await patternPageLink(page, leaveName, sample);
    return hooks.applyFilters('page_link', url, page.id, sample);
  }

  const isFrontPage = async (page: Post): Promise<boolean> => {
    const showOnFront = await options.getOption('show_on_front');
    return showOnFront === 'page' && Number(await options.getOption('page_on_front')) === page.id;
  };

  const patternPageLink = async (page: Post, leaveName: boolean, sample: boolean): Promise<string> => {
    const pattern = await base.structure();
    const pretty = pattern !== '' && (sample || !(await isPlain(page, false)));
    // Permalinks without URL rewriting contain `index.php`.
    const prefix = pattern.startsWith('/index.php/') ? 'index.php/' : '';
    const path = pretty
      ? `${prefix}${leaveName ? '%pagename%' : (await posts.getPageUri(page)) || ''}`
      : `?page_id=${page.id}`;
    const url = await base.homeUrl(path);
    const link = pretty ? await base.slashed(url) : url;
    return await hooks.applyFilters('_get_page_link', link, page.id);
  };

  const customLink = async (post: Post, leaveName: boolean, sample: boolean): Promise<string> => {
    const type = types.getPostTypeObject(post.post_type);
    const plain = await isPlain(post, sample);
    let link: string;
    if (type && type.rewrite && !plain && (await base.structure()) !== '') {
      const front = type.rewrite.withFront ? await base.front() : '/';
      let postPath = post.post_name;
      if (leaveName) postPath = `%${post.post_type}%`;
      else if (type.hierarchical) postPath = (await posts.getPageUri(post)) || '';
      link = await base.slashed(await base.homeUrl(`${front}${type.rewrite.slug}/${postPath}`));
    } else if (type && type.queryVar !== false && !plain)
      link = await base.homeUrl(`?${type.queryVar}=${post.post_name}`);
    else link = await base.homeUrl(type ? `?post_type=${post.post_type}&p=${post.id}` : `?p=${post.id}`);
    return await hooks.applyFilters('post_type_link', link, post, leaveName, sample);
  };

  /** Returns the URL of an attachment: below the URL of its parent post, or at the top level if it has none. */
  const attachmentLink = async (post: Post, leaveName: boolean, sample: boolean): Promise<string> => {
    const parent = post.post_parent > 0 && post.post_parent !== post.id ? await posts.getPost(post.post_parent) : null;
    const pattern = await base.structure();
    const isParentViewable = post.post_parent === 0 || (parent !== null && types.isPostTypeViewable(parent.post_type));
    if (pattern !== '' && isParentViewable && !(await isPlain(post, sample))) {
      if (parent) {
        const parentUrl =
          parent.post_type === 'page'
            ? await patternPageLink(parent, false, false)
            : await linkByType(parent, false, false);
        const name =
          /^\d+$/.test(post.post_name) || pattern.includes('%category%')
            ? `attachment/${post.post_name}`
            : post.post_name;
        if (!parentUrl.includes('?'))
          return await base.slashed(`${parentUrl.replace(/\/*$/, '/')}${leaveName ? '%postname%' : name}`);
      } else if (!leaveName) return await base.slashed(await base.homeUrl(post.post_name));
    }
    return await base.homeUrl(`/?attachment_id=${post.id}`);
  };

  async function linkByType(post: Post, leaveName: boolean, sample: boolean): Promise<string> {
    if (post.post_type === 'page') return pageLink(post, leaveName, sample);
    if (post.post_type === 'post') return postLink(post, leaveName, sample);
    if (post.post_type === 'attachment') {
      const url = await attachmentLink(post, leaveName, sample);
      return hooks.applyFilters('attachment_link', url, post.id);
    }
    return types.getPostTypeObject(post.post_type)?.builtin
      ? postLink(post, leaveName, sample)
      : customLink(post, leaveName, sample);
  }

  async function getPermalink(idOrPost: number | Post, leaveName = false): Promise<string | false> {
    const post = await loadPost(idOrPost);
    return post ? linkByType(post, leaveName, false) : false;
  }

  return {
    getPermalink,

    async getPageLink(idOrPost, leaveName = false) {
      const page = await loadPost(idOrPost);
      return page ? pageLink(page, leaveName, false) : '';
    },

    getSamplePermalink: createSamplePermalinks(deps, linkByType),

    async getPreviewPostLink(id, queryArgs = {}) {
      const post = await posts.getPost(id);
      if (!post) return null;
      if (!types.isPostTypeViewable(post.post_type)) return '';
      const link = formatting.addQueryArg({ ...queryArgs, preview: 'true' }, (await getPermalink(post)) || '');
      return hooks.applyFilters('preview_post_link', link, post);
    },
  };
}
