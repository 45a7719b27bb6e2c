/** A piece of content that authors put into their texts. @since 0.2.0 */
export interface BlockPattern {
  readonly title: string;
  /** The text with its blocks, as `post_content` has it. */
  readonly content: string;
  readonly description?: string;
  readonly categories?: readonly string[];
  readonly keywords?: readonly string[];
  readonly blockTypes?: readonly string[];
  readonly postTypes?: readonly string[];
  readonly viewportWidth?: number;
  /** false: not offered, only found by its name. */
  readonly inserter?: boolean;
}

/** What patterns are sorted under. @since 0.2.0 */
export interface BlockPatternCategory {
  readonly label: string;
  readonly description?: string;
}

/** Patterns of blocks (WordPress: WP_Block_Patterns_Registry). Programs list them under `wp/v2/block-patterns`. @since 0.2.0 */
export interface PatternsApi {
  /** Makes a pattern known as `namespace/name` (`register_block_pattern`); false when it has no title or content. */
  registerBlockPattern(name: string, pattern: BlockPattern): boolean;
  /** Forgets a pattern; false when there was none (`unregister_block_pattern`). */
  unregisterBlockPattern(name: string): boolean;
  /** Makes a category known (`register_block_pattern_category`). */
  registerBlockPatternCategory(name: string, category: BlockPatternCategory): boolean;
  /** Forgets a category; false when there was none (`unregister_block_pattern_category`). */
  unregisterBlockPatternCategory(name: string): boolean;
  /** The patterns by their names (`WP_Block_Patterns_Registry::get_all_registered`). */
  getBlockPatterns(): ReadonlyMap<string, BlockPattern>;
  /** The categories by their names (`WP_Block_Pattern_Categories_Registry::get_all_registered`). */
  getBlockPatternCategories(): ReadonlyMap<string, BlockPatternCategory>;
}
