import { type AdminPage, type FormFields, isWpError, type Reply, type Taxonomy } from '../../api/index.js';
import { captureAction } from '../../document/index.js';
import { messageScreen, type ScreenReply } from '../screen-replies.js';
import type { AdminDeps } from '../deps.js';
import { findFieldBoxes, renderBoxes, fieldsIn, listFieldErrors, readStoredFields } from '../fields/index.js';
import { nonceAction, termsSlug } from '../admin-urls.js';
import { parentChoices, type TermForm } from './term-form.js';

/** Rejected input. */
interface RejectedForm {
  readonly form: TermForm;
  readonly submittedFields: FormFields;
  readonly problems: Readonly<Record<string, string>>;
}

/** The screen that edits a term of any taxonomy (`term.php`); its form is submitted to the list screen. */
export function termEditScreen(deps: AdminDeps): AdminPage {
  const { content } = deps;
  const { __ } = deps.text;
  return {
    slug: 'term.php',
    title: () => __('Edit'),
    capability: 'edit_posts',
    hidden: true,
    async handler(request): Promise<Reply> {
      const taxonomy = content.getTaxonomy(request.field('taxonomy') || 'post_tag');
      if (!taxonomy || !taxonomy.showUi)
        return messageScreen(404, __('This item doesn’t exist. It may have been deleted.'));
      return showTermEditor(deps, taxonomy, Number(request.field('tag_ID')) || 0);
    },
  };
}

/**
 * Shows the form of a term.
 * @param rejectedForm values to show instead of the stored ones
 */
export async function showTermEditor(
  deps: AdminDeps,
  taxonomy: Taxonomy,
  id: number,
  rejectedForm?: RejectedForm,
): Promise<Reply> {
  const { content, hooks, nonces, roles, views } = deps;
  const { __ } = deps.text;
  const { name } = taxonomy;
  const term = await content.getTerm(id, name);
  if (!term || isWpError(term)) return messageScreen(404, __('This item doesn’t exist. It may have been deleted.'));
  if (!(await roles.currentUserCan('edit_term', term.term_id)))
    return messageScreen(403, __('Sorry, you are not allowed to edit this item.'));
  const title = __(taxonomy.labels.edit_item ?? 'Edit');
  const boxes = findFieldBoxes(deps, { type: 'term', subtype: name });
  const problems = listFieldErrors(fieldsIn(boxes), rejectedForm?.problems ?? {});
  const reply: ScreenReply = {
    kind: 'page',
    title,
    ...(rejectedForm ? { status: 422 } : {}),
    async content() {
      const attributes = await captureAction(hooks, `${name}_term_edit_form_tag`);
      const top = await captureAction(hooks, `${name}_term_edit_form_top`, term, name);
      const fields = await captureAction(hooks, `${name}_edit_form_fields`, term, name);
      const formEnd = await captureAction(hooks, `${name}_edit_form`, term, name);
      const stored = await readStoredFields(deps, boxes, { type: 'term', subtype: name, id: term.term_id });
      const fieldBoxesHtml = await renderBoxes(deps, boxes, {
        stored,
        ...(rejectedForm ? { form: rejectedForm.submittedFields, problems: rejectedForm.problems } : {}),
      });
      const displayedTerm = { ...term, ...rejectedForm?.form };
      return views.renderCore('admin/term', {
        title,
        attributes,
        top,
        below: formEnd,
        problems,
        term: displayedTerm,
        fields: fields + fieldBoxesHtml,
        target: termsSlug(name),
        hierarchical: taxonomy.hierarchical,
        parents: taxonomy.hierarchical ? await parentChoices(deps, taxonomy, displayedTerm.parent, term.term_id) : [],
        nonceField: nonces.wpNonceField(nonceAction(termsSlug(name))),
      });
    },
  };
  return reply;
}
