import type { ItemSchema } from '../items/item-schema.js';

const VIEW_AND_EDIT = ['view', 'edit'];

const ALL_CONTEXTS = ['view', 'edit', 'embed'];

/** The schema of a plugin. */
export const pluginSchema: ItemSchema = {
  title: 'plugin',
  properties: {
    plugin: {
      description: 'The plugin file.',
      type: 'string',
      pattern: '[^.\\/]+(?:\\/[^.\\/]+)?',
      readonly: true,
      context: ALL_CONTEXTS,
    },
    status: {
      description: 'The plugin activation status.',
      type: 'string',
      enum: ['inactive', 'active'],
      context: ALL_CONTEXTS,
    },
    name: { description: 'The plugin name.', type: 'string', readonly: true, context: ALL_CONTEXTS },
    plugin_uri: {
      description: "The plugin's website address.",
      type: 'string',
      format: 'uri',
      readonly: true,
      context: VIEW_AND_EDIT,
    },
    author: { description: 'The plugin author.', type: 'string', readonly: true, context: VIEW_AND_EDIT },
    author_uri: {
      description: "Plugin author's website address.",
      type: 'string',
      format: 'uri',
      readonly: true,
      context: VIEW_AND_EDIT,
    },
    description: { description: 'The plugin description.', type: 'object', readonly: true, context: VIEW_AND_EDIT },
    version: { description: 'The plugin version number.', type: 'string', readonly: true, context: VIEW_AND_EDIT },
    network_only: {
      description: 'Whether the plugin can only be activated network-wide.',
      type: 'boolean',
      readonly: true,
      context: ALL_CONTEXTS,
    },
    requires_wp: {
      description: 'Minimum required version of WordPress.',
      type: 'string',
      readonly: true,
      context: ALL_CONTEXTS,
    },
    requires_php: {
      description: 'Minimum required version of PHP.',
      type: 'string',
      readonly: true,
      context: ALL_CONTEXTS,
    },
    textdomain: { description: "The plugin's text domain.", type: 'string', readonly: true, context: VIEW_AND_EDIT },
    deactivation_effects: {
      description: 'What stops working without the plugin, in sentences; only in the response to its deactivation.',
      type: 'array',
      items: { type: 'string' },
      readonly: true,
      context: ['edit'],
    },
    paused_reason: {
      description: 'Why an active plugin does not run; only of one that is paused.',
      type: 'string',
      readonly: true,
      context: VIEW_AND_EDIT,
    },
  },
};
