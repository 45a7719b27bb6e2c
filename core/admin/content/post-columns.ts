import { isWpError, type Post, type PostType, type Taxonomy } from '../../api/index.js';
import { escapeText, captureAction } from '../../document/index.js';
import type { AdminDeps } from '../deps.js';
import { type Columns, CHECKBOX_COLUMN } from '../list-table/list-table.js';
import { getEditPostLink } from './entry-links.js';

type ColumnDeps = Pick<AdminDeps, 'hooks' | 'content' | 'roles' | 'users' | 'dates' | 'text' | 'siteUrl' | 'nonces'>;

/** Prefix of columns that show the terms of a taxonomy. */
const TAXONOMY_PREFIX = 'taxonomy-';
/** The built-in taxonomies have columns with their own names. */
const BUILTIN_COLUMNS: Readonly<Record<string, string>> = { category: 'categories', post_tag: 'tags' };

export function statusLabels({ __ }: AdminDeps['text']): Readonly<Record<string, string>> {
  return {
    publish: __('Published'),
    future: __('Scheduled'),
    draft: __('Draft'),
    pending: __('Pending review'),
    private: __('Private'),
    trash: __('Trash'),
  };
}

/** Returns the columns of a post list after the filters of plugins for its type. */
export async function postColumns({ hooks, content, text }: ColumnDeps, type: PostType): Promise<Columns> {
  const { __ } = text;
  const has = (feature: string): boolean => content.postTypeSupports(type.name, feature);
  const columns: Record<string, string> = { [CHECKBOX_COLUMN]: '', title: escapeText(__('Title')) };
  if (has('author')) columns.author = escapeText(__('Author'));
  const taxonomyNames = content
    .getObjectTaxonomies(type.name)
    .filter(({ showUi, builtin }) => showUi && builtin)
    .map(({ name }) => name);
  for (const name of await hooks.applyFilters<readonly string[]>(
    `manage_taxonomies_for_${type.name}_columns`,
    taxonomyNames,
    type.name,
  )) {
    const taxonomy = content.getTaxonomy(name);
    if (taxonomy) columns[BUILTIN_COLUMNS[name] ?? `${TAXONOMY_PREFIX}${name}`] = escapeText(__(taxonomy.labels.name));
  }
  if (has('comments')) columns.comments = escapeText(__('Comments'));
  columns.status = escapeText(__('Status'));
  columns.date = escapeText(__('Changed'));
  const filteredColumns = await (type.name === 'page'
    ? hooks.applyFilters<Columns>('manage_pages_columns', columns)
    : hooks.applyFilters<Columns>('manage_posts_columns', columns, type.name));
  return hooks.applyFilters<Columns>(`manage_${type.name}_posts_columns`, filteredColumns);
}

/** Returns a cell of the list's own columns; undefined for plugins' columns. */
export async function postCell(
  deps: ColumnDeps,
  type: PostType,
  post: Post,
  column: string,
): Promise<string | undefined> {
  if (column === 'title') return titleCell(deps, post);
  if (column === 'author') return authorCell(deps, type, post);
  if (column === 'comments')
    return escapeText(String(await deps.hooks.applyFilters('get_comments_number', post.comment_count, post.id)));
  if (column === 'status') return statusCell(deps, post);
  if (column === 'date') return dateCell(deps, post);
  const name =
    Object.keys(BUILTIN_COLUMNS).find((taxonomySlug) => BUILTIN_COLUMNS[taxonomySlug] === column) ??
    (column.startsWith(TAXONOMY_PREFIX) ? column.slice(TAXONOMY_PREFIX.length) : '');
  const taxonomy = name === '' ? false : deps.content.getTaxonomy(name);
  return taxonomy ? termsCell(deps, type, taxonomy, post) : undefined;
}

/** Returns a cell of a plugin's column: the output of its callbacks. */
export async function pluginPostCell(
  { hooks }: ColumnDeps,
  type: PostType,
  post: Post,
  column: string,
): Promise<string> {
  const commonHtml = await captureAction(
    hooks,
    type.hierarchical ? 'manage_pages_custom_column' : 'manage_posts_custom_column',
    column,
    post.id,
  );
  return commonHtml + (await captureAction(hooks, `manage_${type.name}_posts_custom_column`, column, post.id));
}

async function titleCell(deps: ColumnDeps, post: Post): Promise<string> {
  const { hooks, roles, content } = deps;
  const { __ } = deps.text;
  const title = escapeText((await hooks.applyFilters('the_title', post.post_title, post.id)) || __('(no title)'));
  const mayEdit = post.post_status !== 'trash' && (await roles.currentUserCan('edit_post', post.id));
  const link = mayEdit ? await getEditPostLink(deps, post) : '';
  const states: Record<string, string> = post.post_password === '' ? {} : { protected: __('Password') };
  const filteredStates = await hooks.applyFilters<Readonly<Record<string, string>>>(
    'display_post_states',
    states,
    post,
  );
  const parent = post.post_parent > 0 ? await content.getPost(post.post_parent) : null;
  return [
    link === ''
      ? `<span class="row-title">${title}</span>`
      : `<a class="row-title" href="${escapeText(link)}">${title}</a>`,
    ...Object.values(filteredStates).map((state) => ` <span class="tag">${escapeText(state)}</span>`),
    parent ? `<br><span class="muted">${escapeText(__('Parent: %s', parent.post_title))}</span>` : '',
  ].join('');
}

async function authorCell({ hooks, users, siteUrl }: ColumnDeps, type: PostType, post: Post): Promise<string> {
  const author = post.post_author > 0 ? await users.getUserdata(post.post_author) : false;
  if (!author) return '—';
  const name = await hooks.applyFilters('the_author', author.display_name);
  return `<a href="${siteUrl}/wp-admin/edit.php?post_type=${encodeURIComponent(type.name)}&amp;author=${author.id}">${escapeText(name)}</a>`;
}

async function termsCell(
  { hooks, content, siteUrl }: ColumnDeps,
  type: PostType,
  taxonomy: Taxonomy,
  post: Post,
): Promise<string> {
  const terms = await content.getTheTerms(post.id, taxonomy.name);
  const links =
    terms === false || isWpError(terms)
      ? []
      : terms.map(
          (term) =>
            `<a href="${siteUrl}/wp-admin/edit.php?post_type=${encodeURIComponent(type.name)}&amp;taxonomy=${encodeURIComponent(taxonomy.name)}&amp;term=${encodeURIComponent(term.slug)}">${escapeText(term.name)}</a>`,
        );
  const filtered = await hooks.applyFilters<readonly string[]>(
    'post_column_taxonomy_links',
    links,
    taxonomy.name,
    terms === false || isWpError(terms) ? [] : terms,
  );
  return filtered.length === 0 ? '—' : filtered.join(', ');
}

async function statusCell({ hooks, text }: ColumnDeps, post: Post): Promise<string> {
  const status = await hooks.applyFilters(
    'post_date_column_status',
    statusLabels(text)[post.post_status] ?? post.post_status,
    post,
    'date',
    'list',
  );
  return status === '' ? '' : `<span class="tag tag--${escapeText(post.post_status)}">${escapeText(status)}</span>`;
}

async function dateCell({ hooks, dates, text }: ColumnDeps, post: Post): Promise<string> {
  const format = text.__('Y/m/d g:i a');
  const stored = post.post_modified ?? '';
  const dateText = stored === '' ? '' : String(await dates.mysql2date(format, stored));
  const time = await hooks.applyFilters(
    'get_the_time',
    await hooks.applyFilters('get_post_time', dateText, format, false),
    format,
    post,
  );
  return escapeText(await hooks.applyFilters('post_date_column_time', time, post, 'date', 'list'));
}
