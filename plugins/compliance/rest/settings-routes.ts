import { isWpError, type PluginScope, type RestArg, type RestRequest, WpError } from 'plinth';
import { isSettingGroup, SETTING_GROUPS, type SettingDefinition, type SettingGroupId } from '../settings/definition.js';
import { ALL_DEFINITIONS, GROUP_TEXTS, type Settings } from '../settings/settings.js';
import { invalidParams, readBody } from './body.js';
import { createEndpoint, NAMESPACE } from './route.js';

const GROUP_ARG: RestArg = { description: 'Group identifier.', type: 'string' };

/** Endpoints 1 to 3: the groups of settings, a single group, and changes to it. */
export function registerSettingsRoutes(scope: PluginScope, settings: Settings): void {
  const endpoint = createEndpoint(scope);
  const { __ } = scope;

  const readGroup = (request: RestRequest): SettingGroupId | WpError => {
    const name = request.getUrlParams().group;
    return typeof name === 'string' && isSettingGroup(name)
      ? name
      : new WpError('shop_settings_group_not_found', __('This settings group doesn’t exist.'), { status: 404 });
  };

  const validateRequest = (request: RestRequest) => {
    const body = readBody(request);
    if (isWpError(body)) return body;
    const group = readGroup(request);
    if (isWpError(group)) return group;
    const result = settings.validate(group, body);
    return 'errors' in result ? invalidParams(result.errors) : { group, changes: result.changes };
  };

  scope.registerRestRoute(
    NAMESPACE,
    '/settings',
    endpoint({
      methods: 'GET',
      filter: 'settings',
      async callback() {
        return {
          data: {
            groups: SETTING_GROUPS.map((id) => ({
              id,
              label: __(GROUP_TEXTS[id].label),
              description: __(GROUP_TEXTS[id].description),
            })),
          },
        };
      },
    }),
  );

  scope.registerRestRoute(NAMESPACE, '/settings/(?P<group>[a-zA-Z0-9_-]+)', [
    endpoint({
      methods: 'GET',
      filter: 'settings',
      args: { group: GROUP_ARG },
      async callback(request) {
        const group = readGroup(request);
        return isWpError(group) ? group : { data: { group, settings: await settings.group(group) } };
      },
    }),
    endpoint({
      methods: 'POST',
      filter: 'settings',
      args: {
        group: { ...GROUP_ARG, sanitizeCallback: null },
        ...Object.fromEntries(ALL_DEFINITIONS.map((definition) => [definition.key, toArg(definition)])),
      },
      check(request) {
        const result = validateRequest(request);
        // An unknown group is reported only to users with access to the groups.
        return isWpError(result) && result.getErrorCode() !== 'shop_settings_group_not_found' ? result : undefined;
      },
      async callback(request) {
        const result = validateRequest(request);
        if (isWpError(result)) return result;
        const { group, changes } = result;
        return { data: { updated: await settings.update(group, changes), group, changes } };
      },
    }),
  ]);
}

function allowedValues(type: SettingDefinition['type'], values: readonly string[]): Pick<RestArg, 'items' | 'enum'> {
  return type === 'list' ? { items: { type: 'string', enum: values } } : { enum: values };
}

/**
 * Returns the argument of a setting for the namespace index; `checkValue` validates it, so that one response names
 * every invalid key.
 */
function toArg({ type, label, default: fallback, min, max, maxLength, values }: SettingDefinition): RestArg {
  return {
    description: label,
    type: type === 'list' ? 'array' : type,
    'x-default': fallback,
    ...(min === undefined ? {} : { minimum: min }),
    ...(max === undefined ? {} : { maximum: max }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(values === undefined ? {} : allowedValues(type, values)),
    sanitizeCallback: null,
  };
}
