import type { Taxonomy } from '../../../api/index.js';
import { toText } from '../../values.js';
import type { WpV2Deps } from '../items/deps.js';
import type { ItemSchema } from '../items/item-schema.js';
import type { MetaField } from '../items/meta-field.js';

const EVERYWHERE = ['view', 'embed', 'edit'];
const BOTH = ['view', 'edit'];

/** The schema of a term (`WP_REST_Terms_Controller::get_item_schema`). */
export function termSchema({ formatting }: WpV2Deps, taxonomy: Taxonomy, meta: MetaField): ItemSchema {
  return {
    title: taxonomy.name === 'post_tag' ? 'tag' : taxonomy.name,
    properties: {
      id: { description: 'Unique identifier for the term.', type: 'integer', context: EVERYWHERE, readonly: true },
      count: { description: 'Number of published posts for the term.', type: 'integer', context: BOTH, readonly: true },
      description: {
        description: 'HTML description of the term.',
        type: 'string',
        context: BOTH,
        argOptions: { sanitizeCallback: (value) => formatting.wpKsesData(toText(value)) },
      },
      link: { description: 'URL of the term.', type: 'string', format: 'uri', context: EVERYWHERE, readonly: true },
      name: {
        description: 'HTML title for the term.',
        type: 'string',
        context: EVERYWHERE,
        required: true,
        argOptions: { sanitizeCallback: (value) => formatting.sanitizeTextField(toText(value)) },
      },
      slug: {
        description: 'An alphanumeric identifier for the term unique to its type.',
        type: 'string',
        context: EVERYWHERE,
        argOptions: { sanitizeCallback: (value) => formatting.sanitizeTitle(toText(value)) },
      },
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
