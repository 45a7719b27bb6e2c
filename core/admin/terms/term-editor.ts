import { type AdminPage, isWpError, type Reply } from '../../api/index.js';
import { printed } from '../../document/index.js';
import { message } from '../answers.js';
import type { AdminDeps } from '../deps.js';
import type { ScreenReply } from '../frame/screen-reply.js';
import { nonceAction } from '../nonce-action.js';
import { parentChoices } from './term-form.js';
import { termsSlug } from './term-list.js';

/** Edits a term of any taxonomy (`term.php`); its form goes to the list. */
export function termEditScreen(deps: AdminDeps): AdminPage {
  const { content, hooks, nonces, roles, views } = deps;
  const { __ } = deps.text;
  return {
    slug: 'term.php',
    title: () => __('Edit'),
    capability: 'edit_posts',
    hidden: true,
    async handler(request): Promise<Reply> {
      const taxonomy = content.getTaxonomy(request.field('taxonomy') || 'post_tag');
      const term = taxonomy ? await content.getTerm(Number(request.field('tag_ID')) || 0, taxonomy.name) : null;
      if (!taxonomy || !taxonomy.showUi || !term || isWpError(term)) return message(404, __('There is no such entry. It may have been deleted.'));
      if (!(await roles.currentUserCan('edit_term', term.term_id))) return message(403, __('Sorry, you are not allowed to edit this item.'));
      const title = __(taxonomy.labels.edit_item ?? 'Edit');
      const { name } = taxonomy;
      const reply: ScreenReply = {
        kind: 'page', title,
        async content() {
          const attributes = await printed(hooks, `${name}_term_edit_form_tag`);
          const top = await printed(hooks, `${name}_term_edit_form_top`, term, name);
          const fields = await printed(hooks, `${name}_edit_form_fields`, term, name);
          const below = await printed(hooks, `${name}_edit_form`, term, name);
          return views.renderCore('admin/term', {
            title, term, attributes, top, fields, below,
            target: termsSlug(name),
            hierarchical: taxonomy.hierarchical,
            parents: taxonomy.hierarchical ? await parentChoices(deps, taxonomy, term.parent, term.term_id) : [],
            nonceField: nonces.wpNonceField(nonceAction(termsSlug(name))),
          });
        },
      };
      return reply;
    },
  };
}
