import type { WpV2Deps } from '../items/deps.js';

/** The patterns that plugins registered, as `wp/v2/block-patterns/patterns` lists them. */
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

/** What they are sorted under. */
export function categoriesOf({ patterns }: Pick<WpV2Deps, 'patterns'>): object[] {
  return [...(patterns?.getBlockPatternCategories() ?? [])].map(([name, { label, description = '' }]) => ({
    name,
    label,
    description,
  }));
}
