import { isWpError, type PluginScope, type RestArg, type RestRequest, WpError } from 'plinth';
import type { RunningFilter } from '../facet-plugin.js';
import { type Changes, checkSettings } from '../settings/check-settings.js';
import type { Problems } from '../settings/check-value.js';
import { DEFAULTS, LAYOUTS } from '../settings/settings.js';
import { invalidParams, type MakeEndpoint, NAMESPACE } from './endpoint.js';

/** Arguments as listed in the namespace index; the plugin validates them itself, to report the path of each error. */
const ARGS: Readonly<Record<string, RestArg>> = {
  facets: { description: 'Facets, in display order.', type: 'array', sanitizeCallback: null },
  per_page: { description: 'Products per page.', type: 'integer', minimum: 1, maximum: 96, sanitizeCallback: null },
  columns: {
    description: 'Products per row on wide screens.',
    type: 'integer',
    minimum: 1,
    maximum: 6,
    sanitizeCallback: null,
  },
  layout: { description: 'Position of the facets.', type: 'string', enum: LAYOUTS, sanitizeCallback: null },
  appearance: { description: 'Preset and colors.', type: 'object', sanitizeCallback: null },
  card: {
    description: 'ID of the product card of an extension; empty for the shop’s own.',
    type: 'string',
    sanitizeCallback: null,
  },
};

/** Registers `GET` and `POST /settings`. */
export function registerSettingsRoutes(scope: PluginScope, running: RunningFilter, endpoint: MakeEndpoint): void {
  const settings = () => running.container().get('settings');
  const sources = () => running.container().get('filter').sources();
  /** Returns what extensions have added besides sources. */
  const extensionParts = () => ({
    types: running.container().get('types'),
    cards: running
      .container()
      .get('cards')
      .all()
      .map(({ id }) => id),
  });

  /** Returns the errors that do not depend on stored data. */
  function checkForm(request: RestRequest): WpError | undefined {
    const body = readBody(request, scope);
    if (isWpError(body)) return body;
    return toError(
      checkSettings(body, {
        __: scope.__,
        sources: undefined,
        canReadStored: scope.currentUserCan('manage_shop'),
        ...extensionParts(),
        stored: { ...DEFAULTS, facets: [] },
      }).problems,
    );
  }

  async function save(request: RestRequest): Promise<WpError | undefined> {
    const body = readBody(request, scope);
    if (isWpError(body)) return body;
    const knownSources = await sources();
    return scope.db.withLock('facet-settings', async () => {
      const { changes, problems }: { changes: Changes; problems: Problems } = checkSettings(body, {
        __: scope.__,
        sources: knownSources,
        canReadStored: true,
        ...extensionParts(),
        stored: await settings().read(knownSources),
      });
      const rejection = toError(problems);
      if (!rejection) await settings().save(changes, knownSources);
      return rejection;
    });
  }

  scope.registerRestRoute(NAMESPACE, '/settings', [
    endpoint({
      methods: 'GET',
      filter: 'settings',
      handle: async () => ({ data: await settings().read(await sources()) }),
    }),
    endpoint({
      methods: 'POST',
      filter: 'settings',
      args: ARGS,
      check: checkForm,
      handle: async (request) => (await save(request)) ?? { data: await settings().read(await sources()) },
    }),
  ]);
}

const toError = (problems: Problems): WpError | undefined =>
  Object.keys(problems).length > 0 ? invalidParams(problems) : undefined;

/** Returns the JSON object of a request; a missing body is an empty object, anything else is rejected. */
function readBody(request: RestRequest, { __ }: Pick<PluginScope, '__'>): Readonly<Record<string, unknown>> | WpError {
  if (!request.isJsonContentType()) {
    const hasBody =
      request.getBody() !== '' ||
      Object.keys(request.getBodyParams()).length > 0 ||
      request.getContentType()?.type === 'multipart';
    return hasBody
      ? new WpError('rest_invalid_json', __('Send the body as JSON with the content type application/json.'), {
          status: 400,
        })
      : {};
  }
  if (request.getBody().trim() === '') return {};
  const body: unknown = request.getJsonParams();
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return invalidParams({ body: __('Must be an object.') });
  return body as Readonly<Record<string, unknown>>;
}
