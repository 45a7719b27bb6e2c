import { type ContentApi, type Field, isWpError } from '../../api/index.js';
import { wordsOf } from '../../fields/index.js';
import type { AdminDeps } from '../deps.js';

/** Things that are offered at once; whoever has more narrows them down by the script beside the list. */
const MOST = 200;

/** One answer as the form offers it. */
export interface OfferedChoice {
  readonly value: string;
  readonly label: string;
}

export interface ChoiceDeps {
  readonly content: Pick<ContentApi, 'getTerms' | 'queryPosts' | 'getPost'>;
  readonly text: AdminDeps['text'];
}

/** What a field offers, the present one among it. */
export async function offeredChoices(deps: ChoiceDeps, field: Field, current: string): Promise<readonly OfferedChoice[]> {
  const { __ } = deps.text;
  const none = { value: '', label: __('— None —') };
  if (field.type === 'term') return [none, ...(await terms(deps, field))];
  if (field.type === 'media' || field.type === 'post') return [none, ...(await posts(deps, field, Number(current) || 0))];
  const choices = typeof field.choices === 'function' ? await field.choices() : (field.choices ?? []);
  const listed = choices.map(({ value, label }) => ({ value, label: wordsOf(label) }));
  // Nobody's answer is chosen for them.
  const isOpen = field.type === 'select' && !listed.some(({ value }) => value === '') && (!field.required || current === '');
  return isOpen ? [{ value: '', label: __('— Choose —') }, ...listed] : listed;
}

async function terms({ content }: ChoiceDeps, { of }: Field): Promise<OfferedChoice[]> {
  const [taxonomy = 'category'] = [of ?? []].flat();
  const found = await content.getTerms({ taxonomy, hide_empty: false, orderby: 'name', order: 'ASC', number: MOST });
  return isWpError(found) ? [] : found.map((term) => ({ value: String(term.term_id), label: term.name }));
}

async function posts({ content, text: { __ } }: ChoiceDeps, { type, of }: Field, current: number): Promise<OfferedChoice[]> {
  const kinds = [of ?? []].flat();
  const { posts: found } = await content.queryPosts(
    type === 'media'
      ? { post_type: 'attachment', post_status: 'inherit', ...(kinds.length === 0 ? {} : { post_mime_type: kinds }), posts_per_page: MOST, orderby: 'date', order: 'DESC', no_found_rows: true }
      : { post_type: kinds.length === 0 ? 'post' : kinds, post_status: ['publish', 'future', 'draft', 'pending', 'private'], posts_per_page: MOST, orderby: 'title', order: 'ASC', perm: 'readable', ignore_sticky_posts: true, no_found_rows: true },
  );
  const present = current > 0 && !found.some(({ id }) => id === current) ? await content.getPost(current) : null;
  return [...(present ? [present] : []), ...found].map((post) => ({ value: String(post.id), label: post.post_title || __('(no title)') }));
}
