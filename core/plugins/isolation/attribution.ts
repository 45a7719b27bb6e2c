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
export function wrapEndpoints(
  definition: RestRouteDefinition,
  route: string,
  withContext: ContextWrapper,
  can: (capability: string) => Promise<boolean>,
): RestRouteDefinition {
  const permission = ({ capability, permissionCallback }: RestEndpoint): RestEndpoint['permissionCallback'] => {
    if (capability === undefined) return permissionCallback;
    return async (request) =>
      (await can(capability)) && (permissionCallback === undefined || permissionCallback(request));
  };
  const wrapEndpoint = (endpoint: RestEndpoint): RestEndpoint => ({
    ...checkEndpoint(endpoint, route),
    callback: withContext(`route ${route}`, (request) => endpoint.callback(request)),
    ...withCache(endpoint.cacheOptions),
    ...withPermission(permission(endpoint)),
  });
  function withPermission(check: RestEndpoint['permissionCallback']): Pick<RestEndpoint, 'permissionCallback'> {
    return check ? { permissionCallback: withContext(`permission of route ${route}`, check) } : {};
  }
  // If the callback for cached responses fails, the cached response is not used.
  function withCache(cacheOptions: RestEndpoint['cacheOptions']): Pick<RestEndpoint, 'cacheOptions'> {
    const checkHit =
      cacheOptions?.onHit &&
      withContext(
        `cache callback of route ${route}`,
        (request: CacheRequest) => cacheOptions.onHit?.(request) ?? false,
      );
    return cacheOptions
      ? {
          cacheOptions: {
            bypassHooks: cacheOptions.bypassHooks,
            ...(checkHit ? { onHit: (request) => orElse<boolean>(false, () => checkHit(request)) } : {}),
          },
        }
      : {};
  }
  if ('endpoints' in definition) return { ...definition, endpoints: definition.endpoints.map(wrapEndpoint) };
  return Array.isArray(definition)
    ? (definition as readonly RestEndpoint[]).map(wrapEndpoint)
    : wrapEndpoint(definition as RestEndpoint);
}

function checkEndpoint(endpoint: RestEndpoint, route: string): RestEndpoint {
  checkFunction(`registerRestRoute('${route}', …).callback`, endpoint.callback);
  return endpoint;
}

/**
 * Runs a REST field's callbacks in its plugin's owner context. A field that cannot be read is null; one that cannot be
 * written refuses the write.
 */
export function wrapField(
  { getCallback, updateCallback, ...field }: RestField,
  attribute: string,
  withContext: ContextWrapper,
): RestField {
  const getValue = getCallback
    ? withContext(`field ${attribute}`, async (...args: Parameters<typeof getCallback>) =>
        assertSerializable(await getCallback(...args)),
      )
    : getCallback;
  return {
    ...field,
    ...(getValue === undefined
      ? {}
      : { getCallback: getValue && ((...args) => orElse<unknown>(null, () => getValue(...args))) }),
    ...(updateCallback ? { updateCallback: withContext(`update of field ${attribute}`, updateCallback) } : {}),
  };
}

/**
 * Checks a field's value in its plugin's owner context. A value that cannot be serialized would break the whole
 * response.
 */
function assertSerializable(value: unknown): unknown {
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
export function wrapSetting(
  { sanitizeCallback, validateCallback, showInRest, ...args }: SettingArgs,
  name: string,
  withContext: ContextWrapper,
): SettingArgs {
  const prepare = typeof showInRest === 'object' ? showInRest.prepareCallback : undefined;
  return {
    ...args,
    ...(sanitizeCallback ? { sanitizeCallback: withContext(`sanitization of setting ${name}`, sanitizeCallback) } : {}),
    ...(validateCallback ? { validateCallback: withContext(`validation of setting ${name}`, validateCallback) } : {}),
    ...restOptions(),
  };

  function restOptions(): Pick<SettingArgs, 'showInRest'> {
    if (typeof showInRest === 'object' && prepare)
      return { showInRest: { ...showInRest, prepareCallback: withContext(`preparation of setting ${name}`, prepare) } };
    return showInRest === undefined ? {} : { showInRest };
  }
}

/** Runs a metadata key's sanitize and authorization callbacks in its plugin's owner context. */
export function wrapMeta(
  { sanitizeCallback, validateCallback, authCallback, ...args }: MetaArgs,
  key: string,
  withContext: ContextWrapper,
): MetaArgs {
  return {
    ...args,
    ...(sanitizeCallback ? { sanitizeCallback: withContext(`sanitization of metadata ${key}`, sanitizeCallback) } : {}),
    ...(validateCallback ? { validateCallback: withContext(`validation of metadata ${key}`, validateCallback) } : {}),
    ...(authCallback ? { authCallback: withContext(`permission of metadata ${key}`, authCallback) } : {}),
  };
}

/**
 * Runs a plugin's check of other plugins' return values in its owner context; a check that fails decides nothing, and
 * no other plugin is held responsible.
 */
export function wrapCheck(
  check: (value: unknown) => boolean,
  hook: string,
  withContext: ContextWrapper,
): (value: unknown) => boolean | undefined {
  const wrappedCheck = withContext(`check of ${hook}`, check);
  return (value) => orElse<boolean | undefined>(undefined, () => wrappedCheck(value)) as boolean | undefined;
}

/**
 * Runs the texts of a screen and its count, which appear in the menu on every screen, in its plugin's owner context; a
 * missing text falls back to the slug.
 */
export function wrapPageTexts(page: AdminPage, withContext: ContextWrapper): AdminPage {
  const wrappedText = (text: PageText): PageText =>
    wrapText(text, `title of admin page ${page.slug}`, page.slug, withContext);
  const { pendingCount } = page;
  const count = pendingCount && withContext(`count of admin page ${page.slug}`, pendingCount);
  return {
    ...page,
    title: wrappedText(page.title),
    ...(page.menuTitle === undefined ? {} : { menuTitle: wrappedText(page.menuTitle) }),
    ...(count === undefined ? {} : { pendingCount: () => orElse(0, count) }),
  };
}

/** Runs a text that is computed for each display in its plugin's owner context; the fallback is shown if it fails. */
export function wrapText(
  text: PageText,
  entryName: string,
  fallbackText: string,
  withContext: ContextWrapper,
): PageText {
  if (typeof text !== 'function') return text;
  const read = withContext(entryName, () => requireText(text()));
  return () => orElse(fallbackText, read) as string;
}

function requireText(text: unknown): string {
  if (typeof text === 'string') return text;
  throw new PlinthError('title_invalid_return_type', 'A text function did not return a string.', {
    hint: 'Return a string; a text cannot be a promise.',
  });
}
