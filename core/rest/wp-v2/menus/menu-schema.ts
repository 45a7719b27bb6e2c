import { WpError } from '../../../api/index.js';
import { toText } from '../../values.js';
import type { WpV2Deps } from '../items/deps.js';
import type { ItemSchema } from '../items/item-schema.js';
import type { MetaField } from '../items/meta-field.js';

const EVERYWHERE = ['embed', 'view', 'edit'];
const BOTH = ['view', 'edit'];

/** The schema of a menu (`WP_REST_Menus_Controller::get_item_schema`). */
export function menuSchema({ content, formatting, rest }: WpV2Deps, meta: MetaField): ItemSchema {
  return {
    title: 'nav_menu',
    properties: {
      id: { description: 'Unique identifier for the term.', type: 'integer', context: EVERYWHERE, readonly: true },
      description: {
        description: 'HTML description of the term.',
        type: 'string',
        context: BOTH,
        argOptions: { sanitizeCallback: (value) => formatting.wpKsesData(toText(value)) },
      },
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
      meta: meta.property(),
      locations: {
        description: 'The locations assigned to the menu.',
        type: 'array',
        items: { type: 'string' },
        context: BOTH,
        argOptions: {
          validateCallback(value, request, name) {
            const valid = rest.restValidateRequestArg(value, request, name);
            if (valid !== true) return valid;
            const places = content.getRegisteredNavMenus();
            const unknown = Array.isArray(value)
              ? (value as unknown[]).map(toText).find((place) => !Object.hasOwn(places, place))
              : undefined;
            return (
              unknown === undefined ||
              new WpError('rest_invalid_menu_location', 'Invalid menu location.', { location: unknown })
            );
          },
        },
      },
      auto_add: {
        description: 'Whether to automatically add top level pages to this menu.',
        type: 'boolean',
        context: BOTH,
      },
    },
  };
}
