import { WpError } from '../../../api/index.js';
import { toText } from '../../values.js';
import type { WpV2Deps } from '../items/deps.js';
import type { ItemSchema } from '../items/item-schema.js';
import type { MetaField } from '../items/meta-field.js';
import { termTextProperties } from '../terms/term-lists.js';

const ALL_CONTEXTS = ['embed', 'view', 'edit'];
const VIEW_AND_EDIT = ['view', 'edit'];

/** Creates the schema of a menu (`WP_REST_Menus_Controller::get_item_schema`). */
export function menuSchema(deps: WpV2Deps, meta: MetaField): ItemSchema {
  const { content, rest } = deps;
  return {
    title: 'nav_menu',
    properties: {
      id: { description: 'Unique identifier for the term.', type: 'integer', context: ALL_CONTEXTS, readonly: true },
      ...termTextProperties(deps, ALL_CONTEXTS),
      meta: meta.property(),
      locations: {
        description: 'The locations assigned to the menu.',
        type: 'array',
        items: { type: 'string' },
        context: VIEW_AND_EDIT,
        argOptions: {
          validateCallback(value, request, name) {
            const valid = rest.restValidateRequestArg(value, request, name);
            if (valid !== true) return valid;
            const locations = content.getRegisteredNavMenus();
            const unknown = Array.isArray(value)
              ? (value as unknown[]).map(toText).find((location) => !Object.hasOwn(locations, location))
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
        context: VIEW_AND_EDIT,
      },
    },
  };
}
