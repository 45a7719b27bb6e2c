import { isWpError } from '../../api/index.js';
import type { AdminDeps } from '../deps.js';
import { SCREEN_PREFIX } from './menu-form.js';
import { collectPluginPages } from './plugin-pages.js';

/** Items of one kind that can be added to a menu. */
interface MenuItemBox {
  readonly id: string;
  readonly title: string;
  readonly open: boolean;
  readonly items: readonly { readonly value: string; readonly title: string; readonly state: string }[];
}

/** Maximum number of items offered per kind. Others are added by URL. */
const MAX_ITEMS = 100;

/** Returns what can be added to a menu: pages, posts and other types shown in menus, one box per kind. */
export async function menuChoices({ content, hooks, formatting, text }: AdminDeps): Promise<MenuItemBox[]> {
  const { __ } = text;
  const boxes: MenuItemBox[] = [];
  const types = content
    .getPostTypes({ showInNavMenus: true })
    .sort((a, b) => Number(b.name === 'page') - Number(a.name === 'page'));
  for (const type of types) {
    const { posts } = await content.queryPosts({
      post_type: type.name,
      post_status: 'publish',
      posts_per_page: MAX_ITEMS,
      orderby: type.hierarchical ? 'title' : 'date',
      order: type.hierarchical ? 'ASC' : 'DESC',
    });
    const entities = [];
    for (const post of posts) {
      const states = Object.values(await hooks.applyFilters<Record<string, string>>('display_post_states', {}, post));
      const title = formatting.wpStripAllTags((await content.getTheTitle(post.id)) || __('(no title)'));
      entities.push({ value: `post_type:${type.name}:${post.id}`, title, state: states.join(', ') });
    }
    boxes.push({ id: type.name, title: __(type.labels.name), open: type.name === 'page', items: entities });
  }
  for (const taxonomy of content.getTaxonomies({ public: true })) {
    const terms = await content.getTerms({
      taxonomy: taxonomy.name,
      hide_empty: false,
      number: MAX_ITEMS,
      orderby: 'name',
    });
    if (isWpError(terms)) continue;
    boxes.push({
      id: taxonomy.name,
      title: __(taxonomy.labels.name),
      open: false,
      items: terms.map((term) => ({
        value: `taxonomy:${taxonomy.name}:${term.term_id}`,
        title: term.name,
        state: '',
      })),
    });
  }
  const { all: pages } = await collectPluginPages({ hooks });
  if (pages.length > 0)
    boxes.splice(1, 0, {
      id: 'screens',
      title: __('Plugin pages'),
      open: false,
      items: pages.map(({ title, url }) => ({ value: `${SCREEN_PREFIX}${url}`, title, state: '' })),
    });
  return boxes;
}
