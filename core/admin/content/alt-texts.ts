import type { PageRequest, Post } from '../../api/index.js';
import { imagesWithoutAlt } from '../../content/blocks/index.js';
import type { AdminDeps } from '../deps.js';

/** Meta key with the URLs of a post's images that its author marked as decorative. */
const DECORATIVE_META_KEY = '_plinth_decoration';
/** Maximum number of images listed at once. */
const MAX_IMAGES = 5;

type ImageTextDeps = Pick<AdminDeps, 'meta'>;

async function readDecorativeUrls({ meta }: ImageTextDeps, post: Post | null): Promise<readonly string[]> {
  const stored = post ? await meta.getPostMeta(post.id, DECORATIVE_META_KEY, true) : '';
  return typeof stored === 'string' && stored !== '' ? stored.split('\n') : [];
}

/**
 * Returns the names of images that would be published without alternative text: all images when a post is published,
 * only the new ones when a published post is updated.
 * Images marked as decorative are not reported again.
 */
export async function findImagesWithoutAlt(
  deps: ImageTextDeps,
  request: PageRequest,
  post: Post | null,
  content: string,
): Promise<readonly string[]> {
  const action = request.field('action');
  if (request.field('decoration') === '1' || !['publish', 'pending', 'save'].includes(action)) return [];
  const ignored = new Set([
    ...(await readDecorativeUrls(deps, post)),
    ...(action === 'save' && post ? imagesWithoutAlt(post.post_content) : []),
  ]);
  return imagesWithoutAlt(content)
    .filter((src) => !ignored.has(src))
    .slice(0, MAX_IMAGES)
    .map(fileNameOf);
}

/** Stores which images the author marked as decorative. */
export async function saveDecorativeImages(
  { meta }: ImageTextDeps,
  request: PageRequest,
  post: number,
  content: string,
): Promise<void> {
  if (request.field('decoration') === '1')
    await meta.updatePostMeta(post, DECORATIVE_META_KEY, imagesWithoutAlt(content).join('\n'));
}

function fileNameOf(src: string): string {
  return (
    src
      .replace(/[?#].*$/, '')
      .split('/')
      .pop() || src
  );
}
