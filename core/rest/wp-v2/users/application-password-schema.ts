import type { ItemSchema } from '../items/item-schema.js';

const ALL_CONTEXTS = ['view', 'edit', 'embed'];

/** The schema of an application password. */
export const applicationPasswordSchema: ItemSchema = {
  title: 'application-password',
  properties: {
    uuid: {
      description: 'The unique identifier for the application password.',
      type: 'string',
      format: 'uuid',
      context: ALL_CONTEXTS,
      readonly: true,
    },
    app_id: {
      description: 'A UUID provided by the application to uniquely identify it.',
      type: 'string',
      oneOf: [
        { type: 'string', format: 'uuid' },
        { type: 'string', enum: [''] },
      ],
      context: ALL_CONTEXTS,
    },
    name: {
      description: 'The name of the application password.',
      type: 'string',
      required: true,
      minLength: 1,
      pattern: '.*\\S.*',
      context: ALL_CONTEXTS,
    },
    password: {
      description: 'The generated password. Only available after adding an application.',
      type: 'string',
      context: ['edit'],
      readonly: true,
    },
    created: {
      description: 'The GMT date the application password was created.',
      type: 'string',
      format: 'date-time',
      context: ALL_CONTEXTS,
      readonly: true,
    },
    last_used: {
      description: 'The GMT date the application password was last used.',
      type: ['string', 'null'],
      format: 'date-time',
      context: ALL_CONTEXTS,
      readonly: true,
    },
    last_ip: {
      description: 'The IP address the application password was last used by.',
      type: ['string', 'null'],
      format: 'ip',
      context: ALL_CONTEXTS,
      readonly: true,
    },
  },
};
