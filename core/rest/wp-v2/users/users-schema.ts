import { isWpError, type RestRequest, WpError } from '../../../api/index.js';
import { toText } from '../../values.js';
import type { WpV2SiteDeps } from '../items/deps.js';
import type { ItemSchema } from '../items/item-schema.js';
import type { MetaField } from '../items/meta-field.js';

const ALL_CONTEXTS = ['embed', 'view', 'edit'];
const EDIT = ['edit'];

/** Sizes of avatars, in pixels. */
export const AVATAR_SIZES = [24, 48, 96];

/** Creates the schema of an account (`WP_REST_Users_Controller::get_item_schema`). */
export function userSchema(deps: WpV2SiteDeps, meta: MetaField): ItemSchema {
  const textOptions = { sanitizeCallback: (value: unknown) => deps.formatting.sanitizeTextField(toText(value)) };
  return {
    title: 'user',
    properties: {
      id: { description: 'Unique identifier for the user.', type: 'integer', context: ALL_CONTEXTS, readonly: true },
      username: {
        description: 'Login name for the user.',
        type: 'string',
        context: EDIT,
        required: true,
        argOptions: { sanitizeCallback: (value, request, param) => checkUsername(deps, value, request, param) },
      },
      name: {
        description: 'Display name for the user.',
        type: 'string',
        context: ALL_CONTEXTS,
        argOptions: textOptions,
      },
      first_name: { description: 'First name for the user.', type: 'string', context: EDIT, argOptions: textOptions },
      last_name: { description: 'Last name for the user.', type: 'string', context: EDIT, argOptions: textOptions },
      email: {
        description: 'The email address for the user.',
        type: 'string',
        format: 'email',
        context: EDIT,
        required: true,
      },
      url: { description: 'URL of the user.', type: 'string', format: 'uri', context: ALL_CONTEXTS },
      description: {
        description: 'Description of the user.',
        type: 'string',
        context: ALL_CONTEXTS,
        argOptions: { sanitizeCallback: (value) => deps.formatting.wpKsesData(toText(value)) },
      },
      link: {
        description: 'Author URL of the user.',
        type: 'string',
        format: 'uri',
        context: ALL_CONTEXTS,
        readonly: true,
      },
      locale: { description: 'Locale for the user.', type: 'string', enum: ['', 'en_US', 'pl_PL'], context: EDIT },
      nickname: { description: 'The nickname for the user.', type: 'string', context: EDIT, argOptions: textOptions },
      slug: {
        description: 'An alphanumeric identifier for the user.',
        type: 'string',
        context: ALL_CONTEXTS,
        argOptions: { sanitizeCallback: (value) => deps.formatting.sanitizeTitle(toText(value)) },
      },
      registered_date: {
        description: 'Registration date for the user.',
        type: 'string',
        format: 'date-time',
        context: EDIT,
        readonly: true,
      },
      roles: { description: 'Roles assigned to the user.', type: 'array', items: { type: 'string' }, context: EDIT },
      password: {
        description: 'Password for the user (never included).',
        type: 'string',
        context: [],
        required: true,
        argOptions: { sanitizeCallback: checkPassword },
      },
      capabilities: {
        description: 'All capabilities assigned to the user.',
        type: 'object',
        context: EDIT,
        readonly: true,
      },
      extra_capabilities: {
        description: 'Any extra capabilities assigned to the user.',
        type: 'object',
        context: EDIT,
        readonly: true,
      },
      avatar_urls: {
        description: 'Avatar URLs for the user.',
        type: 'object',
        context: ALL_CONTEXTS,
        readonly: true,
        properties: Object.fromEntries(
          AVATAR_SIZES.map((size) => [size, { type: 'string', format: 'uri', context: ALL_CONTEXTS }]),
        ),
      },
      meta: meta.property(),
    },
  };
}

async function checkUsername(
  deps: WpV2SiteDeps,
  value: unknown,
  request: RestRequest,
  param: string,
): Promise<unknown> {
  const valid = deps.rest.restValidateRequestArg(value, request, param);
  if (isWpError(valid)) return valid;
  const name = toText(value);
  if (await deps.users.validateUsername(name)) return name;
  return new WpError(
    'rest_user_invalid_username',
    'This username is invalid because it uses illegal characters. Please enter a valid username.',
    { status: 400 },
  );
}

function checkPassword(value: unknown): unknown {
  const password = toText(value);
  if (password === '') return new WpError('rest_user_invalid_password', 'Passwords cannot be empty.', { status: 400 });
  if (password.includes('\\'))
    return new WpError('rest_user_invalid_password', 'Passwords cannot contain the "\\" character.', { status: 400 });
  return password;
}
