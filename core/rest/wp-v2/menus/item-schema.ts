import { toText } from '../../values.js';
import type { WpV2Deps } from '../items/deps.js';
import type { ItemSchema } from '../items/item-schema.js';
import type { MetaField } from '../items/meta-field.js';

const ALL_CONTEXTS = ['view', 'edit', 'embed'];

/** Creates the schema of a menu item (`WP_REST_Menu_Items_Controller::get_item_schema`). */
export function menuItemSchema({ content, formatting }: WpV2Deps, meta: MetaField): ItemSchema {
  const sanitizeText = (value: unknown): string => formatting.sanitizeTextField(toText(value));
  const sanitizeClasses = (value: unknown): string[] =>
    (Array.isArray(value) ? (value as unknown[]) : toText(value).split(/[\s,]+/)).map((name) =>
      formatting.sanitizeHtmlClass(toText(name)),
    );
  return {
    title: 'nav_menu_item',
    properties: {
      title: {
        description: 'The title for the object.',
        type: ['string', 'object'],
        context: ALL_CONTEXTS,
        properties: {
          raw: {
            description: 'Title for the object, as it exists in the database.',
            type: 'string',
            context: ['edit'],
          },
          rendered: {
            description: 'HTML title for the object, transformed for display.',
            type: 'string',
            context: ALL_CONTEXTS,
            readonly: true,
          },
        },
        argOptions: { sanitizeCallback: null, validateCallback: () => true },
      },
      id: {
        description: 'Unique identifier for the object.',
        type: 'integer',
        default: 0,
        minimum: 0,
        context: ALL_CONTEXTS,
        readonly: true,
      },
      type_label: {
        description: 'The singular label used to describe this type of menu item.',
        type: 'string',
        context: ALL_CONTEXTS,
        readonly: true,
      },
      type: {
        description: 'The family of objects originally represented, such as "post_type" or "taxonomy".',
        type: 'string',
        enum: ['taxonomy', 'post_type', 'post_type_archive', 'custom'],
        context: ALL_CONTEXTS,
        default: 'custom',
      },
      status: {
        description: 'A named status for the object.',
        type: 'string',
        enum: content.getPostStati({ internal: false }).map(({ name }) => name),
        default: 'publish',
        context: ALL_CONTEXTS,
      },
      parent: {
        description: 'The ID for the parent of the object.',
        type: 'integer',
        minimum: 0,
        default: 0,
        context: ALL_CONTEXTS,
      },
      attr_title: {
        description: 'Text for the title attribute of the link element for this menu item.',
        type: 'string',
        context: ALL_CONTEXTS,
        argOptions: { sanitizeCallback: sanitizeText },
      },
      classes: {
        description: 'Class names for the link element of this menu item.',
        type: 'array',
        items: { type: 'string' },
        context: ALL_CONTEXTS,
        argOptions: { sanitizeCallback: sanitizeClasses },
      },
      description: {
        description: 'The description of this menu item.',
        type: 'string',
        context: ALL_CONTEXTS,
        argOptions: { sanitizeCallback: sanitizeText },
      },
      menu_order: {
        description: "The DB ID of the nav_menu_item that is this item's menu parent, if any, otherwise 0.",
        type: 'integer',
        minimum: 1,
        default: 1,
        context: ALL_CONTEXTS,
      },
      object: {
        description: 'The type of object originally represented, such as "category", "post", or "attachment".',
        type: 'string',
        context: ALL_CONTEXTS,
        argOptions: { sanitizeCallback: (value) => formatting.sanitizeKey(toText(value)) },
      },
      object_id: {
        description:
          'The database ID of the original object this menu item represents, for example the ID for posts or the term_id for categories.',
        type: 'integer',
        minimum: 0,
        default: 0,
        context: ALL_CONTEXTS,
      },
      target: {
        description: 'The target attribute of the link element for this menu item.',
        type: 'string',
        enum: ['_blank', ''],
        context: ALL_CONTEXTS,
      },
      url: {
        description: 'The URL to which this menu item points.',
        type: 'string',
        format: 'uri',
        context: ALL_CONTEXTS,
        argOptions: { sanitizeCallback: (value) => formatting.sanitizeUrl(toText(value)) },
      },
      xfn: {
        description: 'The XFN relationship expressed in the link of this menu item.',
        type: 'array',
        items: { type: 'string' },
        context: ALL_CONTEXTS,
        argOptions: { sanitizeCallback: sanitizeClasses },
      },
      invalid: {
        description: 'Whether the menu item represents an object that no longer exists.',
        type: 'boolean',
        context: ALL_CONTEXTS,
        readonly: true,
      },
      menus: {
        description: 'The terms assigned to the object in the nav_menu taxonomy.',
        type: 'integer',
        context: ['view', 'edit'],
      },
      meta: meta.property(),
    },
  };
}
