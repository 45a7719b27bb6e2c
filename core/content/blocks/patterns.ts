import type { BlockPattern, BlockPatternCategory, PatternsApi } from '../../api/index.js';

/** Creates the patterns of a site. @since 0.2.0 */
export function createPatterns(): PatternsApi {
  const patterns = new Map<string, BlockPattern>();
  const categories = new Map<string, BlockPatternCategory>();
  return {
    registerBlockPattern(name, pattern) {
      if (name === '' || pattern.title === '' || pattern.content === '') return false;
      patterns.set(name, pattern);
      return true;
    },
    unregisterBlockPattern: (name) => patterns.delete(name),
    registerBlockPatternCategory(name, category) {
      if (name === '') return false;
      categories.set(name, category);
      return true;
    },
    unregisterBlockPatternCategory: (name) => categories.delete(name),
    getBlockPatterns: () => patterns,
    getBlockPatternCategories: () => categories,
  };
}
