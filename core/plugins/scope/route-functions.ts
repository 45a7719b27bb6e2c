import { type JobHandler, PlinthError, type PageRequest, type PluginScope } from '../../api/index.js';
import { attributeOutages } from '../../network/index.js';
import { checkCommand, checkFunction } from '../isolation/checked-entries.js';
import { checkPath, checkSlug } from './page-routes.js';
import { nameEndpoints, nameField, nameTexts } from '../isolation/attribution.js';
import { checkedReply, noPage } from './page-replies.js';
import type { HeldNames } from './content-functions.js';
import type { ScopeContext } from './scope-context.js';

/** Routes of the REST API, and scheduled work. */
export function restFunctions(
  { parts, trackUndo, claim, wrap, wrapWithShortTimeout, wrapWithoutTimeout }: ScopeContext,
  { registerJob }: HeldNames,
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
      const endpoints = nameEndpoints(definition, name, wrap, hasCapability);
      return trackUndo(functions.registerRestRoute(namespace, route, endpoints, override));
    },
    registerRestField: (types, attribute, field) =>
      trackUndo(functions.registerRestField(types, attribute, nameField(field, attribute, wrapWithShortTimeout))),
    cache: {
      ...functions.cache,
      trackTables: (name, tables) => trackUndo(functions.cache.trackTables(name, tables)),
    },
    registerJob: (name, handler, options) => registerJob(name, asJob(name, handler, wrapWithoutTimeout), options),
  } satisfies Partial<PluginScope>;
}

/**
 * Wraps a job handler in the plugin's owner context, with an error for a handler that was not called because its
 * circuit breaker is open.
 */
function asJob(name: string, handler: JobHandler, unhurried: ScopeContext['wrapWithoutTimeout']): JobHandler {
  return async (payload, progress) => {
    let wasCalled = false;
    const run = unhurried(`job ${name}`, () => {
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

/** Pages of the site and of the admin, redirects and commands. */
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
          handler: wrap(`page ${route.path}`, (request: PageRequest) =>
            route.capability === undefined
              ? checkedReply(route.handler(request), redirectTarget)
              : functions
                  .requireCapability(route.capability)
                  .then(() => checkedReply(route.handler(request), redirectTarget)),
          ),
        }),
      )
    ),
    addMenuPage(page) {
      checkSlug(page.slug);
      checkFunction(`addMenuPage('${page.slug}', …).handler`, page.handler);
      // Each request that fires `admin_menu` may add the same page again.
      const { undo: takeBack, isNew } = registries.adminPages.upsert(id, ({ slug }) => slug, {
        ...nameTexts(page, wrap),
        handler: wrap(
          `admin page ${page.slug}`,
          async (request: PageRequest) => (await checkedReply(page.handler(request), redirectTarget)) ?? noPage(),
        ),
      });
      if (!isNew) return takeBack;
      const release = parts.nameRegistry.claim('screen', page.slug, id);
      return trackUndo(() => {
        takeBack();
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
            answering(
              () => command.run(...args),
              (work) => invoke(id, `command ${command.name}`, work, Infinity),
            ),
        }),
      )
    ),
  } satisfies Partial<PluginScope>;
}

/** A PlinthError from a command is its result, or the reason why it does nothing, and no plugin error. */
async function answering(
  run: () => Promise<void>,
  named: (work: () => Promise<unknown>) => Promise<unknown>,
): Promise<void> {
  const outcome = await named(async () => {
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
