import { type AdminScreen, isWpError, type PageRequest, type Taxonomy, type Term } from '../../api/index.js';
import { escapeText } from '../../document/index.js';
import type { AdminDeps } from '../deps.js';
import { rowLink, type Columns, type ListDefinition, CHECKBOX_COLUMN } from '../list-table/list-table.js';
import { termsSlug } from '../admin-urls.js';

export function createTermListDefinition(
  deps: AdminDeps,
  taxonomy: Taxonomy,
  screen: AdminScreen,
  request: PageRequest,
): ListDefinition<Term> {
  const { hooks, roles } = deps;
  const { __ } = deps.text;
  return {
    screen,
    columns: async () => defaultColumns(deps),
    primary: 'name',
    sortable: { name: 'name', description: 'description', slug: 'slug', posts: 'count' },
    views: [],
    bulkActions: {
      delete: { label: __('Delete'), isDangerous: true, confirm: __('Delete permanently? This can’t be undone.') },
    },
    field: 'delete_tags',
    idOf: ({ term_id: id }) => id,
    nameOf: ({ name }) => name,
    isSelectable: ({ term_id: id }) => roles.currentUserCan('delete_term', id),
    cell: (term, column) => renderCell(deps, taxonomy, term, column),
    pluginCell: async (term, column) =>
      hooks.applyFilters(`manage_${taxonomy.name}_custom_column`, '', column, term.term_id),
    rowActions: (term) => rowActions(deps, taxonomy, term, termListUrl(taxonomy, request)),
    empty: escapeText(__('Nothing here yet.')),
  };
}

function defaultColumns({ text: { __ } }: AdminDeps): Columns {
  return {
    [CHECKBOX_COLUMN]: '',
    name: escapeText(__('Name')),
    description: escapeText(__('Description')),
    slug: escapeText(__('Slug')),
    posts: escapeText(__('Count')),
  };
}

async function renderCell(
  deps: AdminDeps,
  taxonomy: Taxonomy,
  term: Term,
  column: string,
): Promise<string | undefined> {
  const { content, roles } = deps;
  const { __ } = deps.text;
  if (column === 'name') {
    const name = escapeText(term.name);
    const parent = term.parent > 0 ? await content.getTerm(term.parent, taxonomy.name) : null;
    const childrenLink =
      parent && !isWpError(parent) ? `<br><span class="muted">${escapeText(__('Parent: %s', parent.name))}</span>` : '';
    return (await roles.currentUserCan('edit_term', term.term_id))
      ? `<a class="row-title" href="${escapeText(await editUrl(deps, taxonomy, term))}">${name}</a>${childrenLink}`
      : `<span class="row-title">${name}</span>${childrenLink}`;
  }
  if (column === 'description') return escapeText(term.description.slice(0, 200));
  if (column === 'slug') return escapeText(term.slug);
  if (column === 'posts')
    return `<a href="edit.php?post_type=${escapeText(taxonomy.objectType[0] ?? 'post')}&amp;taxonomy=${taxonomy.name}&amp;term=${escapeText(encodeURIComponent(term.slug))}">${term.count}</a>`;
  return undefined;
}

async function rowActions(
  deps: AdminDeps,
  taxonomy: Taxonomy,
  term: Term,
  list: string,
): Promise<Record<string, string>> {
  const { content, hooks, nonces, roles, siteUrl } = deps;
  const { __ } = deps.text;
  const actions: Record<string, string> = {};
  if (await roles.currentUserCan('edit_term', term.term_id))
    actions.edit = rowLink(await editUrl(deps, taxonomy, term), __('Edit'), term.name);
  if (await roles.currentUserCan('delete_term', term.term_id)) {
    const deleteUrl = `${siteUrl}/wp-admin/${list.replace('?', '?action=delete&')}&tag_ID=${term.term_id}`;
    actions.delete = rowLink(nonces.wpNonceUrl(deleteUrl, `delete-tag_${term.term_id}`), __('Delete'), term.name);
  }
  const termLink = await content.getTermLink(term);
  if (!isWpError(termLink) && taxonomy.publiclyQueryable) actions.view = rowLink(termLink, __('View'), term.name);
  return hooks.applyFilters(
    `${taxonomy.name}_row_actions`,
    await hooks.applyFilters('tag_row_actions', actions, term),
    term,
  );
}

/** Returns the edit URL of a term. */
async function editUrl({ hooks, siteUrl }: AdminDeps, taxonomy: Taxonomy, { term_id: id }: Term): Promise<string> {
  return hooks.applyFilters(
    'get_edit_term_link',
    `${siteUrl}/wp-admin/term.php?taxonomy=${taxonomy.name}&tag_ID=${id}`,
    id,
    taxonomy.name,
    '',
  );
}

/** Returns the URL of the list, filtered by post type as before if the taxonomy has several. */
export function termListUrl(taxonomy: Taxonomy, { url }: PageRequest): string {
  const slug = termsSlug(taxonomy.name);
  const type = url.searchParams.get('post_type') ?? '';
  return taxonomy.objectType.includes(type) ? `${slug}&post_type=${encodeURIComponent(type)}` : slug;
}
