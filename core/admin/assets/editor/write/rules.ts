import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules';
import type { Plugin } from 'prosemirror-state';
import { headOfLevel, schema } from '../text/schema.js';
import { insertBlocks } from './blocks.js';

const { nodes } = schema;

/** Input at the start of a line that converts it: `## `, `- `, `1. `, `> `, three backticks, `---`. */
export function createInputRules(): Plugin {
  return inputRules({
    rules: [
      textblockTypeInputRule(/^(#{2,4})\s$/, nodes.heading, ([, marks = '##']) => ({
        level: marks.length,
        head: headOfLevel(marks.length),
      })),
      textblockTypeInputRule(/^```$/, nodes.pre),
      wrappingInputRule(/^\s*[-*]\s$/, nodes.list, null, (_match, { attrs }) => attrs.ordered === false),
      wrappingInputRule(
        /^1[.)]\s$/,
        nodes.list,
        { ordered: true, head: '{"ordered":true}' },
        (_match, { attrs }) => attrs.ordered === true,
      ),
      wrappingInputRule(/^\s*>\s$/, nodes.quote),
      new InputRule(/^---$/, (state, _match, start, end) => {
        const cleared = state.apply(state.tr.delete(start, end));
        if (cleared.selection.$from.parent.type !== nodes.paragraph || cleared.selection.$from.depth > 1) return null;
        const tr = state.tr.delete(start, end);
        const separator = nodes.opaque.create({
          name: 'core/separator',
          raw: '<!-- wp:separator -->\n<hr class="wp-block-separator has-alpha-channel-opacity"/>\n<!-- /wp:separator -->',
        });
        for (const step of insertBlocks(cleared, [separator, nodes.paragraph.create()]).steps) tr.step(step);
        return tr;
      }),
    ],
  });
}
