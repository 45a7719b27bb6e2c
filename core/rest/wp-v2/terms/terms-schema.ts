import type { Taxonomy } from '../../../api/index.js';
import type { WpV2Deps } from '../items/deps.js';
import type { ItemSchema } from '../items/item-schema.js';
import type { MetaField } from '../items/meta-field.js';
import { termTexts } from './term-lists.js';

const EVERYWHERE = ['view', 'embed', 'edit'];
const BOTH = ['view', 'edit'];

/** Creates the schema of a term (`WP_REST_Terms_Controller::get_item_schema`). */
export function termSchema(deps: WpV2Deps, taxonomy: Taxonomy, meta: MetaField): ItemSchema {
  const texts = termTexts(deps, EVERYWHERE);
  return {
    title: taxonomy.name === 'post_tag' ? 'tag' : taxonomy.name,
    properties: {
      id: { description: 'Unique identifier for the term.', type: 'integer', context: EVERYWHERE, readonly: true },
      count: { description: 'Number of published posts for the term.', type: 'integer', context: BOTH, readonly: true },
      description: texts.description,
      link: { description: 'URL of the term.', type: 'string', format: 'uri', context: EVERYWHERE, readonly: true },
      name: texts.name,
      slug: texts.slug,
      taxonomy: {
        description: 'Type attribution for the term.',
        type: 'string',
        enum: [taxonomy.name],
        context: EVERYWHERE,
        readonly: true,
      },
      ...(taxonomy.hierarchical
        ? { parent: { description: 'The parent term ID.', type: 'integer' as const, context: BOTH } }
        : {}),
      meta: meta.property(),
    },
  };
}
