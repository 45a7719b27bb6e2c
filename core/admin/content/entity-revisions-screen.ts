import type { AdminPage, EditableType, Revision, Reply } from '../../api/index.js';
import { messageScreen } from '../screen-replies.js';
import type { AdminDeps } from '../deps.js';
import { compareMarkup, differs } from './compare-texts.js';

const SLUG = 'version.php';
const MAX_REVISIONS = 50;

/**
 * The screen that compares a revision of a plugin's entity with the stored version and links to its form filled with
 * that revision (`version.php`).
 */
export function entityRevisionsScreen(deps: AdminDeps): AdminPage {
  const { versions: revisions, views, users } = deps;
  const { __ } = deps.text;

  async function toRow({
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

  async function compareFields(kind: EditableType, { entityId: entity, fields }: Revision) {
    const before = await kind.describe(fields, entity);
    const currentTexts = new Map(
      (await kind.describe(await kind.getFields(entity), entity)).map(({ label, text }) => [label, text]),
    );
    const labels = [...new Set([...currentTexts.keys(), ...before.map(({ label }) => label)])];
    const oldTexts = new Map(before.map(({ label, text }) => [label, text]));
    return labels
      .map((name) => {
        const { pieces, code } = compareMarkup(oldTexts.get(name) ?? '', currentTexts.get(name) ?? '', (image) =>
          __('Image: %s', image),
        );
        return {
          name,
          pieces,
          ...(hasMarkup(oldTexts.get(name)) || hasMarkup(currentTexts.get(name)) ? { code } : {}),
        };
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
      if (!revision || !kind || !entity) return messageScreen(404, __('This revision doesn’t exist.'));
      if (!(await kind.canEdit(revision.entityId)))
        return messageScreen(403, __('Sorry, you are not allowed to edit this item.'));
      const rows = await revisions.getRevisions(revision.kind, revision.entityId, MAX_REVISIONS);
      const data = {
        title: entity.title,
        backUrl: entity.url,
        restoreUrl: `${entity.url}${entity.url.includes('?') ? '&' : '?'}version=${revision.id}`,
        revision: await toRow(revision),
        revisions: await Promise.all(
          rows.map(async (row) => ({ ...(await toRow(row)), current: row.id === revision.id })),
        ),
        fields: await compareFields(kind, revision),
      };
      return { kind: 'page', title: __('Revisions'), html: views.renderCore('admin/revisions', data) };
    },
  };
}

const hasMarkup = (text = ''): boolean => /<[a-z!/]/i.test(text);
