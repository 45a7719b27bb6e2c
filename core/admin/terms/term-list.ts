import {
  type AdminPage,
  type AdminScreen,
  isWpError,
  type PageRequest,
  type Reply,
  type Taxonomy,
  type Term,
  type TermInput,
  WpError,
} from '../../api/index.js';
import { CURRENT_SCREEN, currentContext } from '../../context/index.js';
import { escapeText, printed } from '../../document/index.js';
import { plainMessage } from '../../formatting/text/plain-message.js';
import { goTo, message } from '../answers.js';
import {
  boxesOn,
  drawBoxes,
  fieldsIn,
  listedProblems,
  sentFields,
  storedFields,
  writeFields,
} from '../fields/index.js';
import { listSlug } from '../content/post-list.js';
import type { AdminDeps } from '../deps.js';
import type { ScreenReply } from '../frame/screen-reply.js';
import { rowLink } from '../list-table/action-links.js';
import { chosenIds, nothingChosen, pluginBulkAction } from '../list-table/bulk-action.js';
import {
  type Columns,
  hideableColumns,
  isSortKey,
  listColumns,
  type ListKind,
  renderList,
  TICKS,
} from '../list-table/list-table.js';
import { nonceAction } from '../nonce-action.js';
import { pageNumber } from '../paging.js';
import { termEditor } from './term-editor.js';
import { termsSlug } from './terms-slug.js';
import { parentChoices, type TermForm, termInput } from './term-form.js';

const PER_PAGE = 20;
const EMPTY: TermForm = { name: '', slug: '', parent: 0, description: '' };

/** Lists the terms of a taxonomy, and takes new ones (`edit-tags.php`). */
export function termListScreen(deps: AdminDeps, taxonomy: Taxonomy): AdminPage {
  const { content, hooks, nonces, roles, siteUrl, views } = deps;
  const { __, _n } = deps.text;
  const slug = termsSlug(taxonomy.name);
  const editUrl = ({ term_id: id }: Term): Promise<string> =>
    Promise.resolve(
      hooks.applyFilters(
        'get_edit_term_link',
        `${siteUrl}/wp-admin/term.php?taxonomy=${taxonomy.name}&tag_ID=${id}`,
        id,
        taxonomy.name,
        '',
      ),
    );
  const columns = (): Columns => ({
    [TICKS]: '',
    name: escapeText(__('Name')),
    description: escapeText(__('Description')),
    slug: escapeText(__('Slug')),
    posts: escapeText(__('Count')),
  });

  async function cell(term: Term, column: string): Promise<string | undefined> {
    if (column === 'name') {
      const name = escapeText(term.name);
      const parent = term.parent > 0 ? await content.getTerm(term.parent, taxonomy.name) : null;
      const below =
        parent && !isWpError(parent) ? `<br><span class="muted">${escapeText(__('Below %s', parent.name))}</span>` : '';
      return (await roles.currentUserCan('edit_term', term.term_id))
        ? `<a class="row-title" href="${escapeText(await editUrl(term))}">${name}</a>${below}`
        : `<span class="row-title">${name}</span>${below}`;
    }
    if (column === 'description') return escapeText(term.description.slice(0, 200));
    if (column === 'slug') return escapeText(term.slug);
    if (column === 'posts')
      return `<a href="edit.php?post_type=${escapeText(taxonomy.objectType[0] ?? 'post')}&amp;taxonomy=${taxonomy.name}&amp;term=${escapeText(encodeURIComponent(term.slug))}">${term.count}</a>`;
    return undefined;
  }

  async function rowActions(term: Term, list: string): Promise<Record<string, string>> {
    const actions: Record<string, string> = {};
    if (await roles.currentUserCan('edit_term', term.term_id))
      actions.edit = rowLink(await editUrl(term), __('Edit'), term.name);
    if (await roles.currentUserCan('delete_term', term.term_id)) {
      const address = `${siteUrl}/wp-admin/${list.replace('?', '?action=delete&')}&tag_ID=${term.term_id}`;
      actions.delete = rowLink(nonces.wpNonceUrl(address, `delete-tag_${term.term_id}`), __('Delete'), term.name);
    }
    const shown = await content.getTermLink(term);
    if (!isWpError(shown) && taxonomy.publiclyQueryable) actions.view = rowLink(shown, __('View'), term.name);
    return hooks.applyFilters(
      `${taxonomy.name}_row_actions`,
      await hooks.applyFilters('tag_row_actions', actions, term),
      term,
    );
  }

  function listOf(screen: AdminScreen, request: PageRequest): ListKind<Term> {
    return {
      screen,
      columns,
      primary: 'name',
      sortable: { name: 'name', description: 'description', slug: 'slug', posts: 'count' },
      views: [],
      bulkActions: {
        delete: { label: __('Delete'), isDangerous: true, confirm: __('Delete for good? This cannot be undone.') },
      },
      field: 'delete_tags',
      idOf: ({ term_id: id }) => id,
      nameOf: ({ name }) => name,
      isChoosable: ({ term_id: id }) => roles.currentUserCan('delete_term', id),
      cell,
      pluginCell: (term, column) =>
        hooks.applyFilters(`manage_${taxonomy.name}_custom_column`, '', column, term.term_id),
      rowActions: (term) => rowActions(term, listFor(request)),
      empty: escapeText(__('There is nothing here yet.')),
    };
  }

  async function show(
    request: PageRequest,
    screen: AdminScreen,
    form = EMPTY,
    problem = '',
    problems: Readonly<Record<string, string>> = {},
  ): Promise<ScreenReply> {
    const { url } = request;
    const search = (url.searchParams.get('s') ?? '').slice(0, 200);
    const orderby = url.searchParams.get('orderby') ?? '';
    const wanted = { taxonomy: taxonomy.name, hide_empty: false, ...(search === '' ? {} : { search }) };
    const total = await content.wpCountTerms(wanted);
    const found = await content.getTerms({
      ...wanted,
      number: PER_PAGE,
      offset: (pageNumber(url) - 1) * PER_PAGE,
      orderby: isSortKey(orderby) ? orderby : 'name',
      order: url.searchParams.get('order')?.toUpperCase() === 'DESC' ? 'DESC' : 'ASC',
    });
    const list = listOf(screen, request);
    let asking: Promise<Columns> | undefined;
    const allColumns = (): Promise<Columns> => (asking ??= listColumns(deps, list));
    const title = __(taxonomy.labels.name);
    const boxes = boxesOn(deps, { type: 'term', subtype: taxonomy.name });
    const listed = listedProblems(fieldsIn(boxes), problems);
    return {
      kind: 'page',
      title,
      ...(listed.length > 0 ? { status: 422 } : problem === '' ? {} : { status: 400 }),
      columns: async () => hideableColumns(await allColumns(), list),
      async content() {
        await hooks.doAction(`${taxonomy.name}_pre_add_form`, taxonomy.name);
        const attributes = await printed(hooks, `${taxonomy.name}_term_new_form_tag`);
        const fields =
          (await printed(hooks, `${taxonomy.name}_add_form_fields`, taxonomy.name)) +
          (taxonomy.name === 'post_tag' ? await printed(hooks, 'add_tag_form_fields', taxonomy.name) : '');
        const stored = await storedFields(deps, boxes, { type: 'term', subtype: taxonomy.name, id: 0 });
        const boxed = await drawBoxes(deps, boxes, {
          stored,
          problems,
          ...(form === EMPTY ? {} : { form: request.form }),
        });
        const table = await renderList(deps, list, await allColumns(), {
          url,
          userId: request.userId,
          rows: isWpError(found) ? [] : found,
          total: isWpError(total) ? 0 : total,
          perPage: PER_PAGE,
          found: _n('%d entry', '%d entries', isWpError(total) ? 0 : total),
          search: {
            label: __('Search'),
            value: search,
            action: 'edit-tags.php',
            kept: {
              taxonomy: taxonomy.name,
              ...(listFor(request) === slug ? {} : { post_type: url.searchParams.get('post_type') ?? '' }),
            },
          },
          nonceField: nonces.wpNonceField(nonceAction(slug)),
        });
        return views.renderCore('admin/terms', {
          title,
          table,
          form,
          problem,
          taxonomy: taxonomy.name,
          attributes,
          fields: fields + boxed,
          problems: listed,
          after: await printed(hooks, `after-${taxonomy.name}-table`, taxonomy.name),
          mayAdd: await roles.currentUserCan(taxonomy.cap.edit_terms),
          addNew: __(taxonomy.labels.add_new_item ?? 'Add'),
          hierarchical: taxonomy.hierarchical,
          parents: taxonomy.hierarchical ? await parentChoices(deps, taxonomy, form.parent) : [],
          nonceField: nonces.wpNonceField(nonceAction(slug)),
        });
      },
    };
  }

  /** The list as it was come by: of the content of one type, where the taxonomy has several. */
  function listFor({ url }: PageRequest): string {
    const type = url.searchParams.get('post_type') ?? '';
    return taxonomy.objectType.includes(type) ? `${slug}&post_type=${encodeURIComponent(type)}` : slug;
  }

  async function go(request: PageRequest, text: string, kind: 'success' | 'error' = 'success'): Promise<Reply> {
    const address = `${siteUrl}/wp-admin/${listFor(request)}`;
    const location = await hooks.applyFilters('redirect_term_location', address, taxonomy);
    return goTo(
      request,
      location.startsWith(`${siteUrl}/wp-admin/`) ? location.slice(`${siteUrl}/wp-admin/`.length) : listFor(request),
      { kind, text },
    );
  }

  async function remove(ids: readonly number[]): Promise<number> {
    let done = 0;
    for (const id of ids)
      if ((await roles.currentUserCan('delete_term', id)) && (await content.wpDeleteTerm(id, taxonomy.name)) === true)
        done += 1;
    return done;
  }

  async function removeByLink(request: PageRequest): Promise<Reply> {
    const id = Number(request.field('tag_ID')) || 0;
    const isMeant = request.verifyNonce(`delete-tag_${id}`);
    await hooks.doAction('check_admin_referer', `delete-tag_${id}`, isMeant ? 1 : false);
    if (!isMeant) return message(403, __('The link you followed has expired. Go back, reload the page and try again.'));
    return (await remove([id])) > 0
      ? go(request, __('Deleted for good.'))
      : go(request, __('It was not deleted. The default one of its kind stays.'), 'error');
  }

  async function save(request: PageRequest, screen: AdminScreen): Promise<Reply> {
    const action = request.field('action');
    const id = Number(request.field('tag_ID')) || 0;
    const isNew = action === 'add-tag';
    const form = termInput(request, isNew ? 'tag-name' : 'name');
    if (!(await (isNew ? roles.currentUserCan(taxonomy.cap.edit_terms) : roles.currentUserCan('edit_term', id))))
      return message(403, __('Sorry, you are not allowed to edit this item.'));
    const input: TermInput = {
      slug: form.slug,
      description: form.description,
      ...(taxonomy.hierarchical ? { parent: form.parent } : {}),
    };
    const subject = { type: 'term', subtype: taxonomy.name, id: isNew ? 0 : id } as const;
    const boxes = boxesOn(deps, subject);
    const { values, problems } = await sentFields(deps, boxes, subject, request);
    if (Object.keys(problems).length > 0)
      return isNew
        ? show(request, screen, form, '', problems)
        : termEditor(deps, taxonomy, id, { form, sent: request.form, problems });
    const write = () =>
      isNew
        ? content.wpInsertTerm(form.name, taxonomy.name, input)
        : content.wpUpdateTerm(id, taxonomy.name, { ...input, name: form.name });
    const saved =
      form.name === ''
        ? new WpError('empty_term_name', __('A name is required for this term.'))
        : await deps.transaction(async () => {
            const made = await write();
            if (!isWpError(made)) await writeFields(deps, boxes, { ...subject, id: made.term_id }, values);
            return made;
          });
    if (isWpError(saved))
      return isNew
        ? show(request, screen, form, plainMessage(saved, __))
        : goTo(request, `term.php?taxonomy=${taxonomy.name}&tag_ID=${id}`, {
            kind: 'error',
            text: plainMessage(saved, __),
          });
    return go(request, isNew ? __('Added.') : __('Saved.'));
  }

  return {
    slug,
    title: () => __(taxonomy.labels.name),
    capability: taxonomy.cap.manage_terms,
    parent: listSlug(taxonomy.objectType[0] ?? 'post'),
    position: 60,
    async handler(request): Promise<Reply> {
      const screen = currentContext()?.memo.get(CURRENT_SCREEN) as AdminScreen;
      const action = request.field('action');
      if (request.method !== 'POST') return action === 'delete' ? removeByLink(request) : show(request, screen);
      if (action === 'add-tag' || action === 'editedtag') return save(request, screen);
      const ids = chosenIds(request, 'delete_tags');
      if (ids.length === 0) return goTo(request, listFor(request), nothingChosen(__));
      if (action === 'delete') return go(request, _n('%d entry deleted.', '%d entries deleted.', await remove(ids)));
      const next = await pluginBulkAction(deps, screen, listFor(request), action, ids);
      return goTo(
        request,
        next ?? listFor(request),
        next === undefined ? { kind: 'error', text: __('Unknown action.') } : undefined,
      );
    },
  };
}
