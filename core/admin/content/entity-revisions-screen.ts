import type { AdminPage, EditableType, Revision, Reply } from '../../api/index.js';
import { message } from '../screen-replies.js';
import type { AdminDeps } from '../deps.js';
import { compareMarkup, differs } from './compare-texts.js';

const SLUG = 'version.php';
const MAX = 50;

/**
 * The screen that compares a revision of a plugin's entity with the stored version and links to its form filled with
 * that revision (`version.php`).
 */
export function versionsScreen(deps: AdminDeps): AdminPage {
  const { versions: revisions, views, users } = deps;
  const { __ } = deps.text;

  async function rowOf({
    id,
    user,
    createdAt,
    autosave,
  }: Revision): Promise<{ id: number; author: string; savedAt: string; autosave: boolean; url: string }> {
    const author = user > 0 ? await users.getUserdata(user) : false;
    return {
      id,
      author: author ? author.display_name : '—',
      savedAt: createdAt,
      autosave,
      url: `${SLUG}?version=${id}`,
    };
  }

  async function fieldsOf(kind: EditableType, { entityId: entity, fields }: Revision) {
    const before = await kind.describe(fields, entity);
    const now = new Map(
      (await kind.describe(await kind.getFields(entity), entity)).map(({ label, text }) => [label, text]),
    );
    const labels = [...new Set([...now.keys(), ...before.map(({ label }) => label)])];
    const then = new Map(before.map(({ label, text }) => [label, text]));
    return labels
      .map((name) => {
        const { pieces, code } = compareMarkup(then.get(name) ?? '', now.get(name) ?? '', (image) =>
          __('Image: %s', image),
        );
        return { name, pieces, ...(hasMarkup(then.get(name)) || hasMarkup(now.get(name)) ? { code } : {}) };
      })
      .filter(differs);
  }

  return {
    slug: SLUG,
    title: () => __('Revisions'),
    capability: 'read',
    hidden: true,
    async handler(request): Promise<Reply> {
      const revision = await revisions.getRevisionById(Number(request.url.searchParams.get('version')) || 0);
      const kind =
        revision &&
        deps.plugins.registries.editableTypes.all().find(({ value }) => value.kind === revision.kind)?.value;
      const entity = revision && kind ? await kind.find(revision.entityId) : null;
      if (!revision || !kind || !entity) return message(404, __('This revision doesn’t exist.'));
      if (!(await kind.canEdit(revision.entityId)))
        return message(403, __('Sorry, you are not allowed to edit this item.'));
      const rows = await revisions.getRevisions(revision.kind, revision.entityId, MAX);
      const data = {
        title: entity.title,
        backUrl: entity.url,
        restoreUrl: `${entity.url}${entity.url.includes('?') ? '&' : '?'}version=${revision.id}`,
        revision: await rowOf(revision),
        revisions: await Promise.all(
          rows.map(async (row) => ({ ...(await rowOf(row)), current: row.id === revision.id })),
        ),
        fields: await fieldsOf(kind, revision),
      };
      return { kind: 'page', title: __('Revisions'), html: views.renderCore('admin/revisions', data) };
    },
  };
}

const hasMarkup = (text = ''): boolean => /<[a-z!/]/i.test(text);
