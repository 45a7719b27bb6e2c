import type { WpV2Deps } from '../items/deps.js';

/** Returns the registered patterns as listed by `wp/v2/block-patterns/patterns`. */
export function patternsOf({ patterns }: Pick<WpV2Deps, 'patterns'>): object[] {
  return [...(patterns?.getBlockPatterns() ?? [])].map(([name, pattern]) => ({
    name,
    title: pattern.title,
    content: pattern.content,
    description: pattern.description ?? '',
    inserter: pattern.inserter ?? true,
    ...(pattern.categories ? { categories: pattern.categories } : {}),
    ...(pattern.keywords ? { keywords: pattern.keywords } : {}),
    ...(pattern.blockTypes ? { block_types: pattern.blockTypes } : {}),
    ...(pattern.postTypes ? { post_types: pattern.postTypes } : {}),
    ...(pattern.viewportWidth === undefined ? {} : { viewport_width: pattern.viewportWidth }),
    source: 'plugin',
  }));
}

/** Returns the categories of patterns. */
export function categoriesOf({ patterns }: Pick<WpV2Deps, 'patterns'>): object[] {
  return [...(patterns?.getBlockPatternCategories() ?? [])].map(([name, { label, description = '' }]) => ({
    name,
    label,
    description,
  }));
}
