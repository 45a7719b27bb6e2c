import {
  type AdminPage,
  type AdminScreen,
  isWpError,
  type PageRequest,
  type Reply,
  type Taxonomy,
  type TermInput,
  WpError,
} from '../../api/index.js';
import { CURRENT_SCREEN, currentContext } from '../../context/index.js';
import { captureAction } from '../../document/index.js';
import { plainMessage } from '../../formatting/text/plain-message.js';
import { createRedirect, messageScreen, type ScreenReply } from '../screen-replies.js';
import {
  findFieldBoxes,
  renderBoxes,
  fieldsIn,
  listFieldErrors,
  readSubmittedFields,
  readStoredFields,
  writeFields,
} from '../fields/index.js';
import { listSlug } from '../content/post-list.js';
import type { AdminDeps } from '../deps.js';
import { readSelectedIds, nothingSelectedNotice, pluginBulkAction } from '../list-table/bulk-action.js';
import { type Columns, hideableColumns, isSortKey, listColumns, renderList } from '../list-table/list-table.js';
import { nonceAction, termsSlug } from '../admin-urls.js';
import { pageNumber } from '../paging.js';
import { showTermEditor } from './term-editor.js';
import { parentChoices, type TermForm, readTermForm } from './term-form.js';
import { termListUrl, createTermListDefinition } from './term-list-table.js';

const PER_PAGE = 20;
const EMPTY_FORM: TermForm = { name: '', slug: '', parent: 0, description: '' };

/** The screen that lists the terms of a taxonomy and adds new ones (`edit-tags.php`). */
export function termListScreen(deps: AdminDeps, taxonomy: Taxonomy): AdminPage {
  const { __, _n } = deps.text;
  return {
    slug: termsSlug(taxonomy.name),
    title: () => __(taxonomy.labels.name),
    capability: taxonomy.cap.manage_terms,
    parent: listSlug(taxonomy.objectType[0] ?? 'post'),
    position: 60,
    async handler(request): Promise<Reply> {
      const screen = currentContext()?.memo.get(CURRENT_SCREEN) as AdminScreen;
      const action = request.field('action');
      if (request.method !== 'POST')
        return action === 'delete' ? deleteByLink(deps, taxonomy, request) : show(deps, taxonomy, request, screen);
      if (action === 'add-tag' || action === 'editedtag') return save(deps, taxonomy, request, screen);
      const ids = readSelectedIds(request, 'delete_tags');
      if (ids.length === 0) return createRedirect(request, termListUrl(taxonomy, request), nothingSelectedNotice(__));
      if (action === 'delete')
        return redirectToList(
          deps,
          taxonomy,
          request,
          _n('%d item deleted.', '%d items deleted.', await deleteTerms(deps, taxonomy, ids)),
        );
      const redirectUrl = await pluginBulkAction(deps, screen, termListUrl(taxonomy, request), action, ids);
      return createRedirect(
        request,
        redirectUrl ?? termListUrl(taxonomy, request),
        redirectUrl === undefined ? { kind: 'error', text: __('Unknown action.') } : undefined,
      );
    },
  };
}

/** A rejected form: its values and error messages. */
interface RejectedForm {
  readonly form?: TermForm;
  readonly problem?: string;
  /** Messages by field. */
  readonly problems?: Readonly<Record<string, string>>;
}

/** Shows the list beside the form for a new term. */
async function show(
  deps: AdminDeps,
  taxonomy: Taxonomy,
  request: PageRequest,
  screen: AdminScreen,
  { form = EMPTY_FORM, problem = '', problems = {} }: RejectedForm = {},
): Promise<ScreenReply> {
  const { content, hooks, nonces, roles, views } = deps;
  const { __, _n } = deps.text;
  const slug = termsSlug(taxonomy.name);
  const { url } = request;
  const search = (url.searchParams.get('s') ?? '').slice(0, 200);
  const orderby = url.searchParams.get('orderby') ?? '';
  const termQuery = { taxonomy: taxonomy.name, hide_empty: false, ...(search === '' ? {} : { search }) };
  const total = await content.wpCountTerms(termQuery);
  const termList = await content.getTerms({
    ...termQuery,
    number: PER_PAGE,
    offset: (pageNumber(url) - 1) * PER_PAGE,
    orderby: isSortKey(orderby) ? orderby : 'name',
    order: url.searchParams.get('order')?.toUpperCase() === 'DESC' ? 'DESC' : 'ASC',
  });
  const list = createTermListDefinition(deps, taxonomy, screen, request);
  let columnsPromise: Promise<Columns> | undefined;
  const allColumns = (): Promise<Columns> => (columnsPromise ??= listColumns(deps, list));
  const title = __(taxonomy.labels.name);
  const boxes = findFieldBoxes(deps, { type: 'term', subtype: taxonomy.name });
  const fieldErrors = listFieldErrors(fieldsIn(boxes), problems);
  return {
    kind: 'page',
    title,
    ...statusOf(fieldErrors.length > 0, problem),
    columns: async () => hideableColumns(await allColumns(), list),
    async content() {
      await hooks.doAction(`${taxonomy.name}_pre_add_form`, taxonomy.name);
      const attributes = await captureAction(hooks, `${taxonomy.name}_term_new_form_tag`);
      const fields =
        (await captureAction(hooks, `${taxonomy.name}_add_form_fields`, taxonomy.name)) +
        (taxonomy.name === 'post_tag' ? await captureAction(hooks, 'add_tag_form_fields', taxonomy.name) : '');
      const stored = await readStoredFields(deps, boxes, { type: 'term', subtype: taxonomy.name, id: 0 });
      const fieldBoxesHtml = await renderBoxes(deps, boxes, {
        stored,
        problems,
        ...(form === EMPTY_FORM ? {} : { form: request.form }),
      });
      const table = await renderList(deps, list, await allColumns(), {
        url,
        userId: request.userId,
        rows: isWpError(termList) ? [] : termList,
        total: isWpError(total) ? 0 : total,
        perPage: PER_PAGE,
        countText: _n('%d item', '%d items', isWpError(total) ? 0 : total),
        search: {
          label: __('Search'),
          value: search,
          action: 'edit-tags.php',
          hiddenFields: {
            taxonomy: taxonomy.name,
            ...(termListUrl(taxonomy, request) === slug ? {} : { post_type: url.searchParams.get('post_type') ?? '' }),
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
        fields: fields + fieldBoxesHtml,
        problems: fieldErrors,
        after: await captureAction(hooks, `after-${taxonomy.name}-table`, taxonomy.name),
        mayAdd: await roles.currentUserCan(taxonomy.cap.edit_terms),
        addNew: __(taxonomy.labels.add_new_item ?? 'Add'),
        hierarchical: taxonomy.hierarchical,
        parents: taxonomy.hierarchical ? await parentChoices(deps, taxonomy, form.parent) : [],
        nonceField: nonces.wpNonceField(nonceAction(slug)),
      });
    },
  };
}

function statusOf(hasFieldProblems: boolean, problem: string): { status?: number } {
  if (hasFieldProblems) return { status: 422 };
  return problem === '' ? {} : { status: 400 };
}

/** Saves a new or changed term. */
async function save(deps: AdminDeps, taxonomy: Taxonomy, request: PageRequest, screen: AdminScreen): Promise<Reply> {
  const { content, roles } = deps;
  const { __ } = deps.text;
  const action = request.field('action');
  const id = Number(request.field('tag_ID')) || 0;
  const isNew = action === 'add-tag';
  const form = readTermForm(request, isNew ? 'tag-name' : 'name');
  if (!(await (isNew ? roles.currentUserCan(taxonomy.cap.edit_terms) : roles.currentUserCan('edit_term', id))))
    return messageScreen(403, __('Sorry, you are not allowed to edit this item.'));
  const input: TermInput = {
    slug: form.slug,
    description: form.description,
    ...(taxonomy.hierarchical ? { parent: form.parent } : {}),
  };
  const subject = { type: 'term', subtype: taxonomy.name, id: isNew ? 0 : id } as const;
  const boxes = findFieldBoxes(deps, subject);
  const { values, problems } = await readSubmittedFields(deps, boxes, subject, request);
  if (Object.keys(problems).length > 0)
    return isNew
      ? show(deps, taxonomy, request, screen, { form, problems })
      : showTermEditor(deps, taxonomy, id, { form, submittedFields: request.form, problems });
  const write = () =>
    isNew
      ? content.wpInsertTerm(form.name, taxonomy.name, input)
      : content.wpUpdateTerm(id, taxonomy.name, { ...input, name: form.name });
  const saved =
    form.name === ''
      ? new WpError('empty_term_name', __('A name is required for this term.'))
      : await deps.transaction(async () => {
          const savedTerm = await write();
          if (!isWpError(savedTerm)) await writeFields(deps, boxes, { ...subject, id: savedTerm.term_id }, values);
          return savedTerm;
        });
  if (isWpError(saved))
    return isNew
      ? show(deps, taxonomy, request, screen, { form, problem: plainMessage(saved, __) })
      : createRedirect(request, `term.php?taxonomy=${taxonomy.name}&tag_ID=${id}`, {
          kind: 'error',
          text: plainMessage(saved, __),
        });
  return redirectToList(deps, taxonomy, request, isNew ? __('Added.') : __('Saved.'));
}

async function deleteByLink(deps: AdminDeps, taxonomy: Taxonomy, request: PageRequest): Promise<Reply> {
  const { hooks } = deps;
  const { __ } = deps.text;
  const id = Number(request.field('tag_ID')) || 0;
  const hasValidNonce = request.verifyNonce(`delete-tag_${id}`);
  await hooks.doAction('check_admin_referer', `delete-tag_${id}`, hasValidNonce ? 1 : false);
  if (!hasValidNonce)
    return messageScreen(403, __('The link you followed has expired. Go back, reload the page, and try again.'));
  return (await deleteTerms(deps, taxonomy, [id])) > 0
    ? redirectToList(deps, taxonomy, request, __('Permanently deleted.'))
    : redirectToList(deps, taxonomy, request, __('Not deleted. The default item can’t be deleted.'), 'error');
}

async function deleteTerms(deps: AdminDeps, taxonomy: Taxonomy, ids: readonly number[]): Promise<number> {
  const { content, roles } = deps;
  let deletedCount = 0;
  for (const id of ids)
    if ((await roles.currentUserCan('delete_term', id)) && (await content.wpDeleteTerm(id, taxonomy.name)) === true)
      deletedCount += 1;
  return deletedCount;
}

async function redirectToList(
  deps: AdminDeps,
  taxonomy: Taxonomy,
  request: PageRequest,
  text: string,
  kind: 'success' | 'error' = 'success',
): Promise<Reply> {
  const { hooks, siteUrl } = deps;
  const listUrl = `${siteUrl}/wp-admin/${termListUrl(taxonomy, request)}`;
  const location = await hooks.applyFilters('redirect_term_location', listUrl, taxonomy);
  return createRedirect(
    request,
    location.startsWith(`${siteUrl}/wp-admin/`)
      ? location.slice(`${siteUrl}/wp-admin/`.length)
      : termListUrl(taxonomy, request),
    { kind, text },
  );
}
