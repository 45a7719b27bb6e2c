/**
 * A block pattern that authors can insert into their content.
 * @since 0.1.0
 */
export interface BlockPattern {
  readonly title: string;
  /** Content with block comments, as in `post_content`. */
  readonly content: string;
  readonly description?: string;
  readonly categories?: readonly string[];
  readonly keywords?: readonly string[];
  readonly blockTypes?: readonly string[];
  readonly postTypes?: readonly string[];
  readonly viewportWidth?: number;
  /** false: hidden in the inserter, only available by name. */
  readonly inserter?: boolean;
}

/**
 * Category of block patterns.
 * @since 0.1.0
 */
export interface BlockPatternCategory {
  readonly label: string;
  readonly description?: string;
}

/**
 * Block patterns (WordPress: WP_Block_Patterns_Registry). API clients list them at `wp/v2/block-patterns`.
 * @since 0.1.0
 */
export interface PatternsApi {
  /** Registers a pattern as `namespace/name` (`register_block_pattern`); false if it has no title or content. */
  registerBlockPattern(name: string, pattern: BlockPattern): boolean;
  /** Unregisters a pattern; false if it is not registered (`unregister_block_pattern`). */
  unregisterBlockPattern(name: string): boolean;
  /** Registers a category (`register_block_pattern_category`). */
  registerBlockPatternCategory(name: string, category: BlockPatternCategory): boolean;
  /** Unregisters a category; false if it is not registered (`unregister_block_pattern_category`). */
  unregisterBlockPatternCategory(name: string): boolean;
  /** Returns the patterns by name (`WP_Block_Patterns_Registry::get_all_registered`). */
  getBlockPatterns(): ReadonlyMap<string, BlockPattern>;
  /** Returns the categories by name (`WP_Block_Pattern_Categories_Registry::get_all_registered`). */
  getBlockPatternCategories(): ReadonlyMap<string, BlockPatternCategory>;
}
