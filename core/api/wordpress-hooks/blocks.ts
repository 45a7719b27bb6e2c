import type { BlockInstance, ParsedBlock } from '../blocks.js';
import type { ShortcodeAtts } from '../shortcodes.js';

/** WordPress's hooks of blocks and shortcodes, as fired here. */
declare module '../hooks.js' {
  interface Filters {
    do_shortcode_tag: (output: string, tag: string, atts: ShortcodeAtts, match: string[]) => string;
    excerpt_allowed_blocks: (blocks: readonly (string | null)[]) => readonly (string | null)[];
    excerpt_allowed_wrapper_blocks: (blocks: readonly (string | null)[]) => readonly (string | null)[];
    pre_do_shortcode_tag: (output: string | false, tag: string, atts: ShortcodeAtts, match: string[]) => string | false;
    pre_render_block: (html: string | null, block: ParsedBlock, parent: BlockInstance | null) => string | null;
    render_block: (html: string, block: ParsedBlock, instance: BlockInstance) => string;
    render_block_context: (
      context: Readonly<Record<string, unknown>>,
      block: Record<string, unknown>,
      parent: BlockInstance | null,
    ) => Readonly<Record<string, unknown>>;
    render_block_data: (block: ParsedBlock, source: ParsedBlock, parent: BlockInstance | null) => ParsedBlock;
    strip_shortcodes_tagnames: (tags: readonly string[], content: string) => readonly string[];
  }

  interface Actions {
    doing_it_wrong_run: (functionName: string, message: string, version: string) => void;
  }
}

export type {};
