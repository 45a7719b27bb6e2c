import {
  type BlocksApi,
  type Formatting,
  type HookApi,
  isWpError,
  type Term,
  type Widget,
  type WidgetField,
  type WidgetInstance,
} from '../api/index.js';
import type { SiteContent } from '../content/index.js';

export interface CoreWidgetDeps {
  hooks: HookApi;
  formatting: Formatting;
  content: SiteContent;
  blocks: BlocksApi;
  homeUrl(path?: string): string;
  translate(text: string): string;
  longDate(time: string): string;
}

const readText = (instance: WidgetInstance, name: string): string =>
  typeof instance[name] === 'string' ? instance[name] : '';
const isEnabled = (instance: WidgetInstance, name: string): boolean =>
  instance[name] === true || instance[name] === 1 || instance[name] === '1';
/** Maximum number of posts in a widget. */
const MAX_POSTS = 50;

/** Creates the widgets of every site (WordPress: WP_Widget_Text, _Search, _Recent_Posts, _Categories, _Block). */
export function createCoreWidgets({
  hooks,
  formatting,
  content,
  blocks,
  homeUrl,
  translate,
  longDate,
}: CoreWidgetDeps): Widget[] {
  const { escHtml, escUrl } = formatting;
  const title: WidgetField = { name: 'title', label: translate('Title'), type: 'text' };

  const text: Widget = {
    idBase: 'text',
    title: 'Text',
    description: 'Arbitrary text.',
    fields: [title, { name: 'text', label: translate('Text'), type: 'textarea' }],
    render: async (instance) => {
      const filteredText = await hooks.applyFilters('widget_text', readText(instance, 'text'), instance, text);
      const html = await hooks.applyFilters(
        'widget_text_content',
        formatting.wpautop(formatting.wpKsesPost(filteredText)),
        instance,
        text,
      );
      return `<div class="textwidget">${html}</div>`;
    },
  };

  const search: Widget = {
    idBase: 'search',
    title: 'Search',
    description: 'A search form for your site.',
    fields: [title],
    render: () =>
      `<form role="search" method="get" class="search-form" action="${escUrl(homeUrl('/'))}"><label class="visually-hidden" for="widget-search">${escHtml(translate('Search for'))}</label> <input id="widget-search" type="search" name="s" maxlength="200"> <button type="submit">${escHtml(translate('Search'))}</button></form>`,
  };

  const recentPosts: Widget = {
    idBase: 'recent-posts',
    title: 'Recent Posts',
    description: "Your site's most recent Posts.",
    classname: 'widget_recent_entries',
    fields: [
      title,
      { name: 'number', label: translate('Number of posts'), type: 'number', default: 5 },
      { name: 'show_date', label: translate('Show the date'), type: 'checkbox' },
    ],
    render: async (instance) => {
      const postCount = Math.min(Math.max(Number(instance.number) || 5, 1), MAX_POSTS);
      const args = await hooks.applyFilters(
        'widget_posts_args',
        { posts_per_page: postCount, no_found_rows: true, post_status: 'publish', ignore_sticky_posts: true },
        instance,
      );
      const { posts } = await content.queryPosts(args);
      const lines: string[] = [];
      for (const post of posts) {
        const link = (await content.getPermalink(post)) || '';
        const name = await hooks.applyFilters('the_title', post.post_title, post.id);
        const date =
          isEnabled(instance, 'show_date') && post.post_date_gmt !== null
            ? ` <span class="post-date">${escHtml(longDate(post.post_date_gmt))}</span>`
            : '';
        lines.push(
          `<li><a href="${escUrl(link)}">${name === '' ? escHtml(translate('(no title)')) : name}</a>${date}</li>`,
        );
      }
      return lines.length === 0 ? '' : `<ul>${lines.join('')}</ul>`;
    },
  };

  const categories: Widget = {
    idBase: 'categories',
    title: 'Categories',
    description: 'A list or dropdown of categories.',
    fields: [
      title,
      { name: 'count', label: translate('Show post counts'), type: 'checkbox' },
      { name: 'hierarchical', label: translate('Show hierarchy'), type: 'checkbox' },
    ],
    render: (instance) => renderCategories({ hooks, formatting, content }, instance),
  };

  const block: Widget = {
    idBase: 'block',
    title: 'Block',
    description: 'A widget containing a block.',
    fields: [{ name: 'content', label: translate('Blocks'), type: 'textarea' }],
    render: async (instance) => {
      const filteredContent = await hooks.applyFilters(
        'widget_block_content',
        readText(instance, 'content'),
        instance,
        block,
      );
      return blocks.doBlocks(formatting.wpKsesPost(filteredContent));
    },
  };

  return [text, search, recentPosts, categories, block];
}

/** Renders the list of categories, nested if the widget shows the hierarchy. */
async function renderCategories(
  {
    hooks,
    formatting: { escAttr, escHtml, escUrl },
    content,
  }: Pick<CoreWidgetDeps, 'hooks' | 'formatting' | 'content'>,
  instance: WidgetInstance,
): Promise<string> {
  const found = await content.getTerms(
    await hooks.applyFilters(
      'widget_categories_args',
      { taxonomy: 'category', orderby: 'name', hide_empty: true, number: 500 },
      instance,
    ),
  );
  if (isWpError(found) || found.length === 0) return '';
  const termIds = new Set(found.map(({ term_id: id }) => id));
  const childrenOf = (parent: number): readonly Term[] =>
    found.filter(
      (term) => (isEnabled(instance, 'hierarchical') && termIds.has(term.parent) ? term.parent : 0) === parent,
    );
  const renderList = async (parent: number, className: string): Promise<string> => {
    let lines = '';
    for (const term of childrenOf(parent)) {
      const link = await content.getTermLink(term);
      const children = term.term_id === parent ? '' : await renderList(term.term_id, 'children');
      lines += `<li class="cat-item cat-item-${term.term_id}"><a href="${isWpError(link) ? '' : escUrl(link)}">${escHtml(term.name)}</a>${isEnabled(instance, 'count') ? ` (${term.count})` : ''}${children}</li>`;
    }
    return lines === '' ? '' : `<ul${className === '' ? '' : ` class="${escAttr(className)}"`}>${lines}</ul>`;
  };
  return renderList(0, '');
}
