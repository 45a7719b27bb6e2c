import { type RestArg, WpError } from '../../../api/index.js';
import { toText } from '../../values.js';
import { collectionArgs, idsArg, orderArgs } from '../items/collection.js';
import type { WpV2Deps } from '../items/deps.js';
import { contextArg, type ItemSchema } from '../items/item-schema.js';
import type { MetaField } from '../items/meta-field.js';
import { AVATAR_SIZES } from '../users/users-schema.js';

const ALL_CONTEXTS = ['view', 'edit', 'embed'];
const VIEW_AND_EDIT = ['view', 'edit'];
const EDIT = ['edit'];

/** Creates the schema of a comment (`WP_REST_Comments_Controller::get_item_schema`). */
export function commentSchema(
  { rest, formatting }: Pick<WpV2Deps, 'rest' | 'formatting'>,
  meta: MetaField,
): ItemSchema {
  const plainText = {
    argOptions: { sanitizeCallback: (value: unknown) => formatting.sanitizeTextField(toText(value)) },
  };
  return {
    title: 'comment',
    type: 'object',
    properties: {
      id: { description: 'Unique identifier for the comment.', type: 'integer', context: ALL_CONTEXTS, readonly: true },
      author: {
        description: 'The ID of the user object, if author was a user.',
        type: 'integer',
        context: ALL_CONTEXTS,
      },
      author_email: {
        description: 'Email address for the comment author.',
        type: 'string',
        format: 'email',
        context: EDIT,
        argOptions: {
          // A missing email address counts as empty, not as invalid.
          validateCallback: () => true,
          sanitizeCallback: (value, request, name) => {
            const email = toText(value);
            if (email === '') return email;
            const checked = rest.restValidateRequestArg(email, request, name);
            return checked instanceof WpError ? checked : email;
          },
        },
      },
      author_ip: { description: 'IP address for the comment author.', type: 'string', format: 'ip', context: EDIT },
      author_name: {
        description: 'Display name for the comment author.',
        type: 'string',
        context: ALL_CONTEXTS,
        ...plainText,
      },
      author_url: { description: 'URL for the comment author.', type: 'string', format: 'uri', context: ALL_CONTEXTS },
      author_user_agent: {
        description: 'User agent for the comment author.',
        type: 'string',
        context: EDIT,
        ...plainText,
      },
      content: {
        description: 'The content for the comment.',
        type: 'object',
        context: ALL_CONTEXTS,
        argOptions: { sanitizeCallback: null, validateCallback: () => true },
        properties: {
          raw: { description: 'Content for the comment, as it exists in the database.', type: 'string', context: EDIT },
          rendered: {
            description: 'HTML content for the comment, transformed for display.',
            type: 'string',
            context: ALL_CONTEXTS,
            readonly: true,
          },
        },
      },
      date: {
        description: "The date the comment was published, in the site's timezone.",
        type: 'string',
        format: 'date-time',
        context: ALL_CONTEXTS,
      },
      date_gmt: {
        description: 'The date the comment was published, as GMT.',
        type: 'string',
        format: 'date-time',
        context: VIEW_AND_EDIT,
      },
      link: {
        description: 'URL to the comment.',
        type: 'string',
        format: 'uri',
        context: ALL_CONTEXTS,
        readonly: true,
      },
      parent: {
        description: 'The ID for the parent of the comment.',
        type: 'integer',
        context: ALL_CONTEXTS,
        default: 0,
      },
      post: {
        description: 'The ID of the associated post object.',
        type: 'integer',
        context: VIEW_AND_EDIT,
        default: 0,
      },
      status: {
        description: 'State of the comment.',
        type: 'string',
        context: VIEW_AND_EDIT,
        argOptions: { sanitizeCallback: (value) => formatting.sanitizeKey(value) },
      },
      type: {
        description: 'Type of the comment.',
        type: 'string',
        context: ALL_CONTEXTS,
        readonly: true,
        default: 'comment',
      },
      author_avatar_urls: {
        description: 'Avatar URLs for the comment author.',
        type: 'object',
        context: ALL_CONTEXTS,
        readonly: true,
        properties: Object.fromEntries(
          AVATAR_SIZES.map((size) => [
            String(size),
            {
              description: `Avatar URL with image size of ${size} pixels.`,
              type: 'string',
              format: 'uri',
              context: ['embed', 'view', 'edit'],
            },
          ]),
        ),
      },
      meta: meta.property(),
    },
  };
}

/** Returns the parameters of the list (`get_collection_params`). */
export function commentListArgs(
  deps: Pick<WpV2Deps, 'rest' | 'formatting'>,
  schema: ItemSchema,
): Record<string, RestArg> {
  const ids = (description: string): RestArg => ({ description, type: 'array', items: { type: 'integer' } });
  const dateArg = (description: string): RestArg => ({ description, type: 'string', format: 'date-time' });
  return {
    ...collectionArgs(deps, contextArg(deps.rest, schema, 'view')),
    after: dateArg('Limit response to comments published after a given ISO8601 compliant date.'),
    author: ids('Limit result set to comments assigned to specific user IDs. Requires authorization.'),
    author_exclude: ids('Ensure result set excludes comments assigned to specific user IDs. Requires authorization.'),
    author_email: {
      description: 'Limit result set to that from a specific author email. Requires authorization.',
      type: 'string',
      format: 'email',
      default: null,
    },
    before: dateArg('Limit response to comments published before a given ISO8601 compliant date.'),
    exclude: idsArg('Ensure result set excludes specific IDs.'),
    include: idsArg('Limit result set to specific IDs.'),
    ...orderArgs(['date', 'date_gmt', 'id', 'include', 'post', 'parent', 'type'], 'date_gmt', 'desc'),
    parent: idsArg('Limit result set to comments of specific parent IDs.'),
    parent_exclude: idsArg('Ensure result set excludes specific parent IDs.'),
    post: idsArg('Limit result set to comments assigned to specific post IDs.'),
    status: {
      description: 'Limit result set to comments assigned a specific status. Requires authorization.',
      type: 'string',
      default: 'approve',
      sanitizeCallback: (value) => deps.formatting.sanitizeKey(value),
      validateCallback: deps.rest.restValidateRequestArg,
    },
    type: {
      description: 'Limit result set to comments assigned a specific type. Requires authorization.',
      type: 'string',
      default: 'comment',
      sanitizeCallback: (value) => deps.formatting.sanitizeKey(value),
      validateCallback: deps.rest.restValidateRequestArg,
    },
    password: { description: 'The password for the post if it is password protected.', type: 'string' },
  };
}
