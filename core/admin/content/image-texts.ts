import type { PageRequest, Post } from '../../api/index.js';
import { unnamedImages } from '../../content/blocks/index.js';
import type { AdminDeps } from '../deps.js';

/** The addresses of pictures of a text of which its author said that they only decorate. */
const DECORATION = '_plinth_decoration';
/** Pictures named at once. */
const MAX = 5;

type WordsDeps = Pick<AdminDeps, 'meta'>;

async function decorationOf({ meta }: WordsDeps, post: Post | null): Promise<readonly string[]> {
  const stored = post ? await meta.getPostMeta(post.id, DECORATION, true) : '';
  return typeof stored === 'string' && stored !== '' ? stored.split('\n') : [];
}

/**
 * The names of pictures that would be published without words for those who do not see them: all of a text that comes out, and what is new in one that is out.
 * Nobody is asked twice of one that only decorates.
 */
export async function imagesWithoutWords(
  deps: WordsDeps,
  request: PageRequest,
  post: Post | null,
  content: string,
): Promise<readonly string[]> {
  const action = request.field('action');
  if (request.field('decoration') === '1' || !['publish', 'pending', 'save'].includes(action)) return [];
  const said = new Set([
    ...(await decorationOf(deps, post)),
    ...(action === 'save' && post ? unnamedImages(post.post_content) : []),
  ]);
  return unnamedImages(content)
    .filter((address) => !said.has(address))
    .slice(0, MAX)
    .map(nameOf);
}

/** Remembers which pictures only decorate, once their author has said so. */
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
