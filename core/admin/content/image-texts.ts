import type { PageRequest, Post } from '../../api/index.js';
import { unnamedImages } from '../../content/blocks/index.js';
import type { AdminDeps } from '../deps.js';

/** Meta key with the URLs of a post's images that its author marked as decorative. */
const DECORATION = '_plinth_decoration';
/** Maximum number of images listed at once. */
const MAX = 5;

type WordsDeps = Pick<AdminDeps, 'meta'>;

async function decorationOf({ meta }: WordsDeps, post: Post | null): Promise<readonly string[]> {
  const stored = post ? await meta.getPostMeta(post.id, DECORATION, true) : '';
  return typeof stored === 'string' && stored !== '' ? stored.split('\n') : [];
}

/**
 * Returns the names of images that would be published without alternative text: all images when a post is published,
 * only the new ones when a published post is updated.
 * Images marked as decorative are not reported again.
 */
export async function imagesWithoutWords(
  deps: WordsDeps,
  request: PageRequest,
  post: Post | null,
  content: string,
): Promise<readonly string[]> {
  const action = request.field('action');
  if (request.field('decoration') === '1' || !['publish', 'pending', 'save'].includes(action)) return [];
  const ignored = new Set([
    ...(await decorationOf(deps, post)),
    ...(action === 'save' && post ? unnamedImages(post.post_content) : []),
  ]);
  return unnamedImages(content)
    .filter((address) => !ignored.has(address))
    .slice(0, MAX)
    .map(nameOf);
}

/** Stores which images the author marked as decorative. */
export async function saveDecoration(
  { meta }: WordsDeps,
  request: PageRequest,
  post: number,
  content: string,
): Promise<void> {
  if (request.field('decoration') === '1')
    await meta.updatePostMeta(post, DECORATION, unnamedImages(content).join('\n'));
}

function nameOf(address: string): string {
  return (
    address
      .replace(/[?#].*$/, '')
      .split('/')
      .pop() || address
  );
}
