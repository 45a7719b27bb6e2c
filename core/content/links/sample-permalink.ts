import type { PermalinksApi, Post, PostsApi } from '../../api/index.js';
import type { ContentDeps } from '../deps.js';
import { decodeSlug } from '../slug-text.js';

interface SampleDeps extends Pick<ContentDeps, 'hooks' | 'types' | 'formatting'> {
  posts: Pick<PostsApi, 'getPost' | 'getPageUri' | 'wpUniquePostSlug'>;
}

/** Returns the permalink that a post would get, with a placeholder for its slug (WordPress: get_sample_permalink). */
export function createSamplePermalinks(
  { hooks, types, formatting, posts }: SampleDeps,
  linkOf: (post: Post, leaveName: boolean, sample: boolean) => Promise<string>,
): PermalinksApi['getSamplePermalink'] {
  return async (id, title = null, name = null) => {
    const post = await posts.getPost(id);
    if (!post) return ['', ''];
    const sample = { ...post };
    if (['draft', 'pending', 'future'].includes(post.post_status)) {
      sample.post_status = 'publish';
      sample.post_name = formatting.sanitizeTitle(post.post_name === '' ? post.post_title : post.post_name, String(id));
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
      const parentPath = await hooks.applyFilters(
        'editable_slug',
        uri.includes('/') ? uri.slice(0, uri.lastIndexOf('/')) : '',
        sample,
      );
      link = link.replace('%pagename%', () => `${parentPath === '' ? '' : `${parentPath}/`}%pagename%`);
    }
    const slug = await hooks.applyFilters('editable_slug', decodeSlug(sample.post_name), sample);
    return hooks.applyFilters<[string, string]>('get_sample_permalink', [link, slug], id, title, name, post);
  };
}
