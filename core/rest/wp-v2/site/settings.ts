import {
  isWpError,
  mapSeries,
  type RegisteredSetting,
  type RestArg,
  type RestRequest,
  type RestSchema,
  WpError,
} from '../../../api/index.js';
import { type Dictionary, isDictionary, omit } from '../../values.js';
import type { WpV2SiteDeps } from '../items/deps.js';

/** A setting shown in the API. */
interface RestSetting {
  option: string;
  name: string;
  schema: RestSchema;
  prepare: ((value: unknown) => unknown) | undefined;
  validate: RegisteredSetting['validateCallback'];
}

/** Values of settings that are not stored; WordPress stores them on installation. */
const UNSTORED_VALUES: Readonly<Record<string, unknown>> = {
  page_on_front: 0,
  page_for_posts: 0,
  site_icon: 0,
  default_ping_status: 'open',
  default_post_format: '0',
};

/** Registers the site's own settings and `wp/v2/settings` (`WP_REST_Settings_Controller`). */
export function registerSettings(deps: WpV2SiteDeps): void {
  const { options, rest, roles } = deps;
  registerCoreSettings(deps);

  const listSettings = (): RestSetting[] =>
    [...options.getRegisteredSettings()].flatMap(([option, setting]) => {
      const restSetting = toRestSetting(option, setting);
      return restSetting ? [restSetting] : [];
    });

  async function read(): Promise<Dictionary> {
    const values = await mapSeries(listSettings(), async (setting) => {
      const preValue = await deps.hooks.applyFilters<unknown>('rest_pre_get_setting', null, setting.name, setting);
      return preValue === null ? readValue(setting) : ([setting.name, preValue] as const);
    });
    return Object.fromEntries(values);
  }

  async function readValue(setting: RestSetting): Promise<readonly [string, unknown]> {
    const { option, prepare, schema } = setting;
    const fallbackValue = schema.default ?? UNSTORED_VALUES[option] ?? null;
    // The prepare callback may change the value it receives.
    const stored = prepare ? options.getOption(option, fallbackValue) : options.getOption(option, fallbackValue);
    const raw = await stored;
    return [setting.name, prepareValue(deps, setting, raw)] as const;
  }

  async function update(request: RestRequest): Promise<unknown> {
    const params = request.getParams();
    for (const setting of listSettings()) {
      if (!Object.hasOwn(params, setting.name)) continue;
      if (await deps.hooks.applyFilters('rest_pre_update_setting', false, setting.name, params[setting.name], setting))
        continue;
      const { [setting.name]: value } = params;
      if (value !== null) {
        await options.updateOption(setting.option, value);
        continue;
      }
      // null resets a setting, but a stored value that the schema rejects must not be lost in this way.
      const stored = await options.getOption<unknown>(setting.option, null);
      if (stored !== null && rest.restValidateValueFromSchema(stored, setting.schema)) {
        return new WpError(
          'rest_invalid_stored_value',
          `The ${setting.name} property has an invalid stored value, and cannot be updated to null.`,
          { status: 500 },
        );
      }
      await options.deleteOption(setting.option);
    }
    return read();
  }

  const permissionCallback = (): Promise<boolean> => roles.currentUserCan('manage_options');
  const args = (): Record<string, RestArg> =>
    Object.fromEntries(listSettings().map(({ name, schema, validate }) => [name, settingArg(deps, schema, validate)]));
  rest.registerRestRoute('wp/v2', '/settings', {
    schema: () => ({
      $schema: 'http://json-schema.org/draft-04/schema#',
      title: 'settings',
      type: 'object',
      properties: Object.fromEntries(listSettings().map(({ name, schema }) => [name, schema])),
    }),
    endpoints: [
      { methods: 'GET', callback: read, permissionCallback },
      // Evaluated for each request, because plugins register settings later.
      {
        methods: 'POST, PUT, PATCH',
        callback: update,
        permissionCallback,
        get args() {
          return args();
        },
      },
    ],
  });
}

function settingArg(
  { rest, formatting }: WpV2SiteDeps,
  schema: RestSchema,
  validate: RegisteredSetting['validateCallback'],
): RestArg {
  return {
    ...omit(schema, 'required', 'default'),
    ...(validate === undefined
      ? {}
      : {
          validateCallback: async (value) => {
            const problem = await (value === null ? '' : validate(value));
            return problem === '' || new WpError('rest_invalid_param', problem);
          },
        }),
    sanitizeCallback: (value, request, param) => {
      if (value === null) return null;
      const clean = rest.restParseRequestArg(value, request, param);
      // The title is stored and shown as plain text, so markup in it is escaped.
      return typeof clean === 'string' && param === 'title' ? formatting.escHtml(clean) : clean;
    },
  };
}

function toRestSetting(option: string, setting: RegisteredSetting): RestSetting | undefined {
  if (!setting.showInRest) return undefined;
  const restOptions = isDictionary(setting.showInRest) ? setting.showInRest : {};
  const schema: RestSchema = {
    ...(setting.label === undefined ? {} : { title: setting.label }),
    type: setting.type ?? 'string',
    description: setting.description ?? '',
    default: setting.default ?? null,
    ...(isDictionary(restOptions.schema) ? restOptions.schema : {}),
  };
  const prepare = typeof restOptions.prepareCallback === 'function' ? restOptions.prepareCallback : undefined;
  return {
    option,
    name: typeof restOptions.name === 'string' ? restOptions.name : option,
    schema,
    prepare,
    validate: setting.validateCallback,
  };
}

/** Prepares a stored value; a value that its schema rejects is returned as null. */
function prepareValue({ rest }: WpV2SiteDeps, { schema, prepare }: RestSetting, raw: unknown): unknown {
  if (prepare) return prepare(raw);
  if (raw === null || raw === undefined || (raw === false && schema.type !== 'boolean')) return null;
  if (rest.restValidateValueFromSchema(raw, schema)) return null;
  const clean = rest.restSanitizeValueFromSchema(raw, schema);
  return isWpError(clean) ? null : clean;
}

/** Registers the settings of every site (`register_initial_settings`). */
function registerCoreSettings({ options }: WpV2SiteDeps): void {
  const status = { schema: { enum: ['open', 'closed'] } };
  const addSetting = (
    group: string,
    option: string,
    name: string,
    type: 'string' | 'integer' | 'boolean',
    extra: Dictionary = {},
  ): void => {
    const { schema = {}, ...rest } = extra as { schema?: Record<string, unknown> };
    options.registerSetting(group, option, { type, showInRest: { name, schema }, ...rest });
  };
  addSetting('general', 'blogname', 'title', 'string', { label: 'Title', description: 'Site title.' });
  addSetting('general', 'blogdescription', 'description', 'string', { label: 'Tagline', description: 'Site tagline.' });
  addSetting('general', 'siteurl', 'url', 'string', { schema: { format: 'uri' }, description: 'Site URL.' });
  addSetting('general', 'admin_email', 'email', 'string', {
    schema: { format: 'email' },
    description: 'This address is used for admin purposes, like new user notification.',
  });
  addSetting('general', 'timezone_string', 'timezone', 'string', {
    description: 'A city in the same timezone as you.',
  });
  addSetting('general', 'date_format', 'date_format', 'string', { description: 'A date format for all date strings.' });
  addSetting('general', 'time_format', 'time_format', 'string', { description: 'A time format for all time strings.' });
  addSetting('general', 'start_of_week', 'start_of_week', 'integer', {
    description: 'A day number of the week that the week should start on.',
  });
  addSetting('general', 'WPLANG', 'language', 'string', { description: 'WordPress locale code.', default: 'en_US' });
  addSetting('writing', 'use_smilies', 'use_smilies', 'boolean', {
    description: 'Convert emoticons like :-) and :-P to graphics on display.',
    default: true,
  });
  addSetting('writing', 'default_category', 'default_category', 'integer', { description: 'Default post category.' });
  addSetting('writing', 'default_post_format', 'default_post_format', 'string', {
    description: 'Default post format.',
  });
  addSetting('reading', 'posts_per_page', 'posts_per_page', 'integer', {
    label: 'Maximum posts per page',
    description: 'Blog pages show at most.',
    default: 10,
  });
  addSetting('reading', 'show_on_front', 'show_on_front', 'string', {
    label: 'Show on front',
    description: 'What to show on the front page',
  });
  addSetting('reading', 'page_on_front', 'page_on_front', 'integer', {
    label: 'Page on front',
    description: 'The ID of the page that should be displayed on the front page',
  });
  addSetting('reading', 'page_for_posts', 'page_for_posts', 'integer', {
    description: 'The ID of the page that should display the latest posts',
  });
  addSetting('discussion', 'default_ping_status', 'default_ping_status', 'string', {
    ...status,
    description: 'Allow link notifications from other blogs (pingbacks and trackbacks) on new articles.',
  });
  addSetting('discussion', 'default_comment_status', 'default_comment_status', 'string', {
    ...status,
    label: 'Allow comments on new posts',
    description: 'Allow people to submit comments on new posts.',
  });
  addSetting('general', 'site_logo', 'site_logo', 'integer', { description: 'Site logo.' });
  addSetting('general', 'site_icon', 'site_icon', 'integer', { description: 'Site icon.' });
}
