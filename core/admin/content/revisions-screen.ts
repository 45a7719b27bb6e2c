import type { AdminPage, Post, Reply } from '../../api/index.js';
import { createRedirect, messageScreen } from '../screen-replies.js';
import type { AdminDeps } from '../deps.js';
import { nonceAction } from '../admin-urls.js';
import { compare, compareMarkup, differs } from './compare-texts.js';

const SLUG = 'revision.php';

/** A revision as shown in lists. */
interface RevisionRow {
  readonly id: number;
  readonly author: string;
  readonly savedAt: string;
  readonly autosave: boolean;
}

/** Returns the newest revisions of a post, for the editor's sidebar. */
export async function listRevisions(deps: AdminDeps, id: number, limit = 10): Promise<RevisionRow[]> {
  const revisions = await deps.content.wpGetPostRevisions(id);
  return Promise.all(revisions.slice(0, limit).map((revision) => toRow(deps, revision)));
}

/** The screen that compares a revision with the current post and restores it (`revision.php`). */
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
      if (!revision || !post) return messageScreen(404, __('This revision doesn’t exist.'));
      if (!(await roles.currentUserCan('edit_post', post.id)))
        return messageScreen(403, __('Sorry, you are not allowed to edit this item.'));
      if (request.method === 'POST') {
        const restored = await content.wpRestorePostRevision(revision.id);
        return createRedirect(
          request,
          `post.php?post=${post.id}&action=edit`,
          restored
            ? { kind: 'success', text: __('Revision restored.') }
            : { kind: 'error', text: __('Could not restore the revision.') },
        );
      }
      const data = {
        title: post.post_title,
        backUrl: `post.php?post=${post.id}&action=edit`,
        revision: await toRow(deps, revision),
        revisions: (await listRevisions(deps, post.id, 50)).map((row) => ({
          ...row,
          current: row.id === revision.id,
          url: `${SLUG}?revision=${row.id}`,
        })),
        fields: [
          { name: __('Title'), pieces: compare(revision.post_title, post.post_title) },
          {
            name: __('Content'),
            ...compareMarkup(revision.post_content, post.post_content, (name) => __('Image: %s', name)),
          },
          { name: __('Excerpt'), pieces: compare(revision.post_excerpt, post.post_excerpt) },
        ].filter(differs),
        nonceField: nonces.wpNonceField(nonceAction(SLUG)),
      };
      return { kind: 'page', title: __('Revisions'), html: views.renderCore('admin/revisions', data) };
    },
  };
}

async function toRow({ content, users }: AdminDeps, revision: Post): Promise<RevisionRow> {
  const author = await users.getUserdata(revision.post_author);
  return {
    id: revision.id,
    author: author ? author.display_name : '—',
    savedAt: revision.post_modified_gmt ?? revision.post_date_gmt ?? '',
    autosave: content.wpIsPostAutosave(revision) !== false,
  };
}
