import {
  type AdminPage,
  type MetaArgs,
  type PageText,
  PlinthError,
  type SettingArgs,
  type CacheRequest,
  type RestEndpoint,
  type RestField,
  type RestRouteDefinition,
} from '../../api/index.js';
import { checkFunction } from './checked-entries.js';

/** Wraps a function in a plugin's owner context; its errors are recorded and reach the caller. */
export type ContextWrapper = <A extends unknown[], R>(entryName: string, work: (...args: A) => R) => (...args: A) => R;

/** Returns a fallback for failing plugin code; the error has been recorded already. */
export function orElse<T>(fallback: T, work: () => T | Promise<T>): T | Promise<T> {
  try {
    const result = work();
    return result instanceof Promise ? result.catch(() => fallback) : result;
  } catch {
    return fallback;
  }
}

/** Runs everything a route calls in its plugin's owner context. */
export function nameEndpoints(
  definition: RestRouteDefinition,
  route: string,
  named: ContextWrapper,
  can: (capability: string) => Promise<boolean>,
): RestRouteDefinition {
  const permission = ({ capability, permissionCallback }: RestEndpoint): RestEndpoint['permissionCallback'] => {
    if (capability === undefined) return permissionCallback;
    return async (request) =>
      (await can(capability)) && (permissionCallback === undefined || permissionCallback(request));
  };
  const wrap = (endpoint: RestEndpoint): RestEndpoint => ({
    ...checkEndpoint(endpoint, route),
    callback: named(`route ${route}`, (request) => endpoint.callback(request)),
    ...withCache(endpoint.cacheOptions),
    ...withPermission(permission(endpoint)),
  });
  function withPermission(check: RestEndpoint['permissionCallback']): Pick<RestEndpoint, 'permissionCallback'> {
    return check ? { permissionCallback: named(`permission of route ${route}`, check) } : {};
  }
  // If the callback for cached responses fails, the response is made again.
  function withCache(cacheOptions: RestEndpoint['cacheOptions']): Pick<RestEndpoint, 'cacheOptions'> {
    const mayReuse =
      cacheOptions?.onHit &&
      named(`cache callback of route ${route}`, (request: CacheRequest) => cacheOptions.onHit?.(request) ?? false);
    return cacheOptions
      ? {
          cacheOptions: {
            bypassHooks: cacheOptions.bypassHooks,
            ...(mayReuse ? { onHit: (request) => orElse<boolean>(false, () => mayReuse(request)) } : {}),
          },
        }
      : {};
  }
  if ('endpoints' in definition) return { ...definition, endpoints: definition.endpoints.map(wrap) };
  return Array.isArray(definition)
    ? (definition as readonly RestEndpoint[]).map(wrap)
    : wrap(definition as RestEndpoint);
}

function checkEndpoint(endpoint: RestEndpoint, route: string): RestEndpoint {
  checkFunction(`registerRestRoute('${route}', …).callback`, endpoint.callback);
  return endpoint;
}

/**
 * Runs a REST field's callbacks in its plugin's owner context. A field that cannot be read is null; one that cannot be
 * written refuses the write.
 */
export function nameField(
  { getCallback, updateCallback, ...field }: RestField,
  attribute: string,
  named: ContextWrapper,
): RestField {
  const read = getCallback
    ? named(`field ${attribute}`, async (...args: Parameters<typeof getCallback>) =>
        written(await getCallback(...args)),
      )
    : getCallback;
  return {
    ...field,
    ...(read === undefined ? {} : { getCallback: read && ((...args) => orElse<unknown>(null, () => read(...args))) }),
    ...(updateCallback ? { updateCallback: named(`update of field ${attribute}`, updateCallback) } : {}),
  };
}

/**
 * Checks a field's value in its plugin's owner context: a value that cannot be serialized would break the whole
 * response.
 */
function written(value: unknown): unknown {
  try {
    if (value === undefined || JSON.stringify(value) !== undefined) return value;
  } catch {
    // The error thrown below describes it.
  }
  throw new PlinthError('field_invalid_return_type', 'The value of a REST field cannot be serialized as JSON.', {
    hint: 'Return strings, numbers, lists and plain objects, without circular references.',
  });
}

/**
 * Runs a setting's callbacks for sanitizing and for its REST value in its plugin's owner context; a value that cannot
 * be sanitized is not stored.
 */
export function nameSetting(
  { sanitizeCallback, validateCallback, showInRest, ...args }: SettingArgs,
  name: string,
  named: ContextWrapper,
): SettingArgs {
  const prepare = typeof showInRest === 'object' ? showInRest.prepareCallback : undefined;
  return {
    ...args,
    ...(sanitizeCallback ? { sanitizeCallback: named(`sanitization of setting ${name}`, sanitizeCallback) } : {}),
    ...(validateCallback ? { validateCallback: named(`validation of setting ${name}`, validateCallback) } : {}),
    ...restOptions(),
  };

  function restOptions(): Pick<SettingArgs, 'showInRest'> {
    if (typeof showInRest === 'object' && prepare)
      return { showInRest: { ...showInRest, prepareCallback: named(`preparation of setting ${name}`, prepare) } };
    return showInRest === undefined ? {} : { showInRest };
  }
}

/** Runs a metadata key's sanitize and authorization callbacks in its plugin's owner context. */
export function nameMeta(
  { sanitizeCallback, validateCallback, authCallback, ...args }: MetaArgs,
  key: string,
  named: ContextWrapper,
): MetaArgs {
  return {
    ...args,
    ...(sanitizeCallback ? { sanitizeCallback: named(`sanitization of metadata ${key}`, sanitizeCallback) } : {}),
    ...(validateCallback ? { validateCallback: named(`validation of metadata ${key}`, validateCallback) } : {}),
    ...(authCallback ? { authCallback: named(`permission of metadata ${key}`, authCallback) } : {}),
  };
}

/**
 * Runs a plugin's check of other plugins' return values in its owner context; a check that fails decides nothing, and
 * no other plugin is held responsible.
 */
export function nameCheck(
  check: (value: unknown) => boolean,
  hook: string,
  named: ContextWrapper,
): (value: unknown) => boolean | undefined {
  const judge = named(`check of ${hook}`, check);
  return (value) => orElse<boolean | undefined>(undefined, () => judge(value)) as boolean | undefined;
}

/**
 * Runs the texts of a screen and its count, which appear in the menu on every screen, in its plugin's owner context; a
 * missing text falls back to the slug.
 */
export function nameTexts(page: AdminPage, named: ContextWrapper): AdminPage {
  const guarded = (text: PageText): PageText => nameText(text, `title of admin page ${page.slug}`, page.slug, named);
  const { pendingCount } = page;
  const count = pendingCount && named(`count of admin page ${page.slug}`, pendingCount);
  return {
    ...page,
    title: guarded(page.title),
    ...(page.menuTitle === undefined ? {} : { menuTitle: guarded(page.menuTitle) }),
    ...(count === undefined ? {} : { pendingCount: () => orElse(0, count) }),
  };
}

/** Runs a text that is computed for each display in its plugin's owner context; the fallback is shown if it fails. */
export function nameText(text: PageText, entryName: string, instead: string, named: ContextWrapper): PageText {
  if (typeof text !== 'function') return text;
  const read = named(entryName, () => requireText(text()));
  return () => orElse(instead, read) as string;
}

function requireText(text: unknown): string {
  if (typeof text === 'string') return text;
  throw new PlinthError('title_invalid_return_type', 'A text function did not return a string.', {
    hint: 'Return a string; a text cannot be a promise.',
  });
}
