import { type JobHandler, PlinthError, type PageRequest, type PluginScope } from '../../api/index.js';
import { attributeOutages } from '../../network/index.js';
import { checkCommand, checkFunction, checkShape } from '../isolation/checked-entries.js';
import { checkPath, checkSlug } from './page-routes.js';
import { wrapEndpoints, wrapField, wrapPageTexts } from '../isolation/attribution.js';
import { validateReply, rejectMissingReply } from './page-replies.js';
import type { ClaimingFunctions } from './content-functions.js';
import type { ScopeContext } from './scope-context.js';

const REST_FIELD_SHAPE = { types: 'text or list', attribute: 'text', field: 'object' } as const;
const REST_FIELD_CALLBACKS = { getCallback: 'function?', updateCallback: 'function?', schema: 'object?' } as const;
/** Creates the functions for REST API routes and scheduled work. */
export function restFunctions(
  { parts, trackUndo, claim, wrap, wrapWithShortTimeout, wrapWithoutTimeout }: ScopeContext,
  { registerJob }: ClaimingFunctions,
) {
  const { functions } = parts;
  const hasCapability = (capability: string): Promise<boolean> =>
    functions.requireCapability(capability).then(
      () => true,
      () => false,
    );
  return {
    registerRestRoute(namespace, route, definition, override) {
      const name = `${namespace}${route}`;
      claim('REST route', name);
      const endpoints = wrapEndpoints(definition, name, wrap, hasCapability);
      return trackUndo(functions.registerRestRoute(namespace, route, endpoints, override));
    },
    registerRestField: (types, attribute, field) => (
      checkShape(`registerRestField(…, '${attribute}', …)`, { types, attribute, field }, REST_FIELD_SHAPE),
      checkShape(`registerRestField(…, '${attribute}', …)`, field, REST_FIELD_CALLBACKS),
      trackUndo(functions.registerRestField(types, attribute, wrapField(field, attribute, wrapWithShortTimeout)))
    ),
    cache: {
      ...functions.cache,
      trackTables: (name, tables) => trackUndo(functions.cache.trackTables(name, tables)),
    },
    registerJob: (name, handler, options) => (
      checkFunction(`registerJob('${name}', …)`, handler),
      registerJob(name, wrapJobHandler(name, handler, wrapWithoutTimeout), options)
    ),
  } satisfies Partial<PluginScope>;
}

/**
 * Wraps a job handler in the plugin's owner context, with an error for a handler that was not called because its
 * circuit breaker is open.
 */
function wrapJobHandler(
  name: string,
  handler: JobHandler,
  wrapWithoutTimeout: ScopeContext['wrapWithoutTimeout'],
): JobHandler {
  return async (payload, progress) => {
    let wasCalled = false;
    const run = wrapWithoutTimeout(`job ${name}`, () => {
      wasCalled = true;
      return attributeOutages(() => handler(payload, progress));
    });
    try {
      return await run();
    } catch (error) {
      if (wasCalled || !(error instanceof PlinthError)) throw error;
      throw new PlinthError('job_not_called', error.message, { status: 503, kind: 'outage', cause: error });
    }
  };
}

/** Creates the functions for pages of the site and of the admin, redirects and commands. */
export function pageFunctions({ parts, id, trackUndo, claim, wrap, redirectTarget }: ScopeContext) {
  const { functions, registries, invoke } = parts;
  return {
    wpRedirect: (location, status) => functions.wpRedirect(redirectTarget(location), status),
    registerFrontRoute: (route) => (
      checkPath(route.path),
      checkFunction(`registerFrontRoute('${route.path}', …).handler`, route.handler),
      claim('page', route.path),
      trackUndo(
        registries.frontRoutes.add(id, {
          ...route,
          handler: wrap(`page ${route.path}`, async (request: PageRequest) => {
            if (route.capability !== undefined) await functions.requireCapability(route.capability);
            return validateReply(await route.handler(request), redirectTarget);
          }),
        }),
      )
    ),
    addMenuPage(page) {
      checkSlug(page.slug);
      checkFunction(`addMenuPage('${page.slug}', …).handler`, page.handler);
      // Each request that fires `admin_menu` may add the same page again.
      const { undo: removePage, isNew } = registries.adminPages.upsert(id, ({ slug }) => slug, {
        ...wrapPageTexts(page, wrap),
        handler: wrap(
          `admin page ${page.slug}`,
          async (request: PageRequest) =>
            validateReply(await page.handler(request), redirectTarget) ?? rejectMissingReply(),
        ),
      });
      if (!isNew) return removePage;
      const release = parts.nameRegistry.claim('screen', page.slug, id);
      return trackUndo(() => {
        removePage();
        release();
      });
    },
    addCommand: (command) => (
      checkCommand(command),
      claim('command', command.name.replace(/ [<[].*$/, '')),
      trackUndo(
        registries.commands.add(id, {
          ...command,
          run: (...args) =>
            runCommand(
              () => command.run(...args),
              (work) => invoke(id, `command ${command.name}`, work, Infinity),
            ),
        }),
      )
    ),
  } satisfies Partial<PluginScope>;
}

/** Runs a command. A PlinthError that it throws is its result, not a plugin error. */
async function runCommand(
  run: () => Promise<void>,
  invokeInContext: (work: () => Promise<unknown>) => Promise<unknown>,
): Promise<void> {
  const outcome = await invokeInContext(async () => {
    try {
      await run();
      return undefined;
    } catch (error) {
      if (error instanceof PlinthError && error.code !== 'plugin_exit') return error;
      throw error;
    }
  });
  if (outcome instanceof PlinthError) throw outcome;
}
