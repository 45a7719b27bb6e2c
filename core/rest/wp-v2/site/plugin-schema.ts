import type { ItemSchema } from '../items/item-schema.js';

const BOTH = ['view', 'edit'];

const EVERYWHERE = ['view', 'edit', 'embed'];

/** The schema of a plugin. */
export const pluginSchema: ItemSchema = {
  title: 'plugin',
  properties: {
    plugin: {
      description: 'The plugin file.',
      type: 'string',
      pattern: '[^.\\/]+(?:\\/[^.\\/]+)?',
      readonly: true,
      context: EVERYWHERE,
    },
    status: {
      description: 'The plugin activation status.',
      type: 'string',
      enum: ['inactive', 'active'],
      context: EVERYWHERE,
    },
    name: { description: 'The plugin name.', type: 'string', readonly: true, context: EVERYWHERE },
    plugin_uri: {
      description: "The plugin's website address.",
      type: 'string',
      format: 'uri',
      readonly: true,
      context: BOTH,
    },
    author: { description: 'The plugin author.', type: 'string', readonly: true, context: BOTH },
    author_uri: {
      description: "Plugin author's website address.",
      type: 'string',
      format: 'uri',
      readonly: true,
      context: BOTH,
    },
    description: { description: 'The plugin description.', type: 'object', readonly: true, context: BOTH },
    version: { description: 'The plugin version number.', type: 'string', readonly: true, context: BOTH },
    network_only: {
      description: 'Whether the plugin can only be activated network-wide.',
      type: 'boolean',
      readonly: true,
      context: EVERYWHERE,
    },
    requires_wp: {
      description: 'Minimum required version of WordPress.',
      type: 'string',
      readonly: true,
      context: EVERYWHERE,
    },
    requires_php: {
      description: 'Minimum required version of PHP.',
      type: 'string',
      readonly: true,
      context: EVERYWHERE,
    },
    textdomain: { description: "The plugin's text domain.", type: 'string', readonly: true, context: BOTH },
    paused_reason: {
      description: 'Why an active plugin does not run; only of one that is paused.',
      type: 'string',
      readonly: true,
      context: BOTH,
    },
  },
};
