import type { Post } from '../../api/index.js';
import type { AdminDeps } from '../deps.js';

const MAX_IMAGES = 12;

/** An image that can be selected. */
interface ImageChoice {
  readonly id: number;
  readonly title: string;
  readonly image: string;
  readonly selected: boolean;
}

/** The featured image section of the editor's form. */
interface FeaturedImage {
  readonly choices: readonly ImageChoice[];
  readonly selected: number;
  readonly search: string;
  /** Output of plugins below it. */
  readonly html: string;
}

/** Returns the images to select from: the current one, and the newest ones or the results of a search. */
export async function featuredImage(
  deps: AdminDeps,
  post: Post | null,
  selected: number,
  search: string,
): Promise<FeaturedImage> {
  const { attachments, content, hooks } = deps;
  const { __ } = deps.text;
  const { posts } = await content.queryPosts({
    post_type: 'attachment',
    post_status: 'inherit',
    post_mime_type: 'image',
    posts_per_page: MAX_IMAGES,
    orderby: 'date',
    order: 'DESC',
    s: search,
    search_filenames: true,
    no_found_rows: true,
  });
  const current = selected > 0 ? await content.getPost(selected) : null;
  const candidates = [...(current ? [current] : []), ...posts.filter(({ id }) => id !== selected)];
  const size = await hooks.applyFilters<string | readonly [number, number]>(
    'admin_post_thumbnail_size',
    [150, 150],
    selected,
    post,
  );
  const choices: ImageChoice[] = [];
  for (const candidate of candidates) {
    const image = await attachments.wpGetAttachmentImage(candidate.id, size, false, { alt: '', sizes: '6rem' });
    if (image !== '')
      choices.push({
        id: candidate.id,
        title: candidate.post_title || __('(no title)'),
        image,
        selected: candidate.id === selected,
      });
  }
  const html = post ? await hooks.applyFilters('admin_post_thumbnail_html', '', post.id, selected) : '';
  return { choices, selected, search, html };
}
