import type { Taxonomy } from '../../../api/index.js';
import type { WpV2Deps } from '../items/deps.js';
import type { ItemSchema } from '../items/item-schema.js';
import type { MetaField } from '../items/meta-field.js';
import { termTextProperties } from './term-lists.js';

const ALL_CONTEXTS = ['view', 'embed', 'edit'];
const VIEW_AND_EDIT = ['view', 'edit'];

/** Creates the schema of a term (`WP_REST_Terms_Controller::get_item_schema`). */
export function termSchema(deps: WpV2Deps, taxonomy: Taxonomy, meta: MetaField): ItemSchema {
  const texts = termTextProperties(deps, ALL_CONTEXTS);
  return {
    title: taxonomy.name === 'post_tag' ? 'tag' : taxonomy.name,
    properties: {
      id: { description: 'Unique identifier for the term.', type: 'integer', context: ALL_CONTEXTS, readonly: true },
      count: {
        description: 'Number of published posts for the term.',
        type: 'integer',
        context: VIEW_AND_EDIT,
        readonly: true,
      },
      description: texts.description,
      link: { description: 'URL of the term.', type: 'string', format: 'uri', context: ALL_CONTEXTS, readonly: true },
      name: texts.name,
      slug: texts.slug,
      taxonomy: {
        description: 'Type attribution for the term.',
        type: 'string',
        enum: [taxonomy.name],
        context: ALL_CONTEXTS,
        readonly: true,
      },
      ...(taxonomy.hierarchical
        ? { parent: { description: 'The parent term ID.', type: 'integer' as const, context: VIEW_AND_EDIT } }
        : {}),
      meta: meta.property(),
    },
  };
}
