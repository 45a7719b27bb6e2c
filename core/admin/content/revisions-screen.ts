import { createRequire } from 'node:module';
import type * as Diff from 'diff';
import type { AdminPage, Post, Reply } from '../../api/index.js';
import { goTo, message } from '../answers.js';
import type { AdminDeps } from '../deps.js';
import { nonceAction } from '../nonce-action.js';
import { readableText } from './readable-text.js';

const SLUG = 'revision.php';
/** Words compared at most; beyond it two texts are shown as replaced. */
const LONGEST = 200_000;

/** A revision as lists show it. */
interface RevisionRow {
  readonly id: number;
  readonly author: string;
  readonly at: string;
  readonly autosave: boolean;
}

/** The newest revisions of a post, for the editor's side. */
export async function lastRevisions(deps: AdminDeps, id: number, limit = 10): Promise<RevisionRow[]> {
  const revisions = await deps.content.wpGetPostRevisions(id);
  return Promise.all(revisions.slice(0, limit).map((revision) => rowOf(deps, revision)));
}

/** Compares a revision with the post as it is now, and puts it back (`revision.php`). */
export function revisionsScreen(deps: AdminDeps): AdminPage {
  const { content, roles, views, nonces } = deps;
  const { __ } = deps.text;
  return {
    slug: SLUG,
    title: () => __('Revisions'),
    capability: 'edit_posts',
    hidden: true,
    parent: 'edit.php?post_type=page',
    async handler(request): Promise<Reply> {
      const revision = await content.getPost(Number(request.url.searchParams.get('revision')) || 0);
      const parentId = revision ? content.wpIsPostRevision(revision) : false;
      const post = parentId === false ? null : await content.getPost(parentId);
      if (!revision || !post) return message(404, __('There is no such revision.'));
      if (!(await roles.currentUserCan('edit_post', post.id))) return message(403, __('Sorry, you are not allowed to edit this item.'));
      if (request.method === 'POST') {
        const restored = await content.wpRestorePostRevision(revision.id);
        return goTo(request, `post.php?post=${post.id}&action=edit`, restored ? { kind: 'success', text: __('The revision was restored.') } : { kind: 'error', text: __('The revision could not be restored.') });
      }
      const data = {
        post: { id: post.id, title: post.post_title },
        revision: await rowOf(deps, revision),
        revisions: (await lastRevisions(deps, post.id, 50)).map((row) => ({ ...row, current: row.id === revision.id })),
        fields: [
          { name: __('Title'), pieces: compare(revision.post_title, post.post_title) },
          { name: __('Content'), ...compareTexts(revision.post_content, post.post_content, (name) => __('Picture: %s', name)) },
          { name: __('Excerpt'), pieces: compare(revision.post_excerpt, post.post_excerpt) },
        ].filter(({ pieces, code = [] }: Field) => [...pieces, ...code].some((piece) => piece.added || piece.removed)),
        nonceField: nonces.wpNonceField(nonceAction(SLUG)),
      };
      return { kind: 'page', title: __('Revisions'), html: views.renderCore('admin/revisions', data) };
    },
  };
}

interface Piece {
  readonly text: string;
  readonly added: boolean;
  readonly removed: boolean;
}

/** A part of a text as it was and is. */
interface Field {
  readonly name: string;
  readonly pieces: readonly Piece[];
  /** What differs in the code; absent where it is what people read. */
  readonly code?: readonly Piece[];
}

const load = createRequire(__filename);
/** Read when the first revision is compared. */
const diff = (): typeof Diff => load('diff') as typeof Diff;

/** From the revision to what stands now, word by word. */
function compare(before: string, now: string): Piece[] {
  if (before === now) return [];
  if (before.length + now.length > LONGEST) return [{ text: before, added: false, removed: true }, { text: now, added: true, removed: false }];
  return diff().diffWordsWithSpace(before, now).map(({ value, added, removed }) => ({ text: value, added: Boolean(added), removed: Boolean(removed) }));
}

/** Texts with blocks are compared as people read them, and once more as they are stored. */
function compareTexts(before: string, now: string, picture: (name: string) => string): Pick<Field, 'pieces' | 'code'> {
  return { pieces: compare(readableText(before, picture), readableText(now, picture)), code: compare(before, now) };
}

async function rowOf({ content, users }: AdminDeps, revision: Post): Promise<RevisionRow> {
  const author = await users.getUserdata(revision.post_author);
  return { id: revision.id, author: author ? author.display_name : '—', at: revision.post_modified_gmt ?? revision.post_date_gmt ?? '', autosave: content.wpIsPostAutosave(revision) !== false };
}
