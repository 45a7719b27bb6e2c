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
} from '../api/index.js';
import { checkFunction } from './checked-entries.js';

/** Puts a plugin's name on a function; what it throws is recorded and reaches the caller. */
export type Naming = <A extends unknown[], R>(place: string, work: (...args: A) => R) => (...args: A) => R;

/** What a failing plugin shows instead; its fault has been recorded already. */
export function orElse<T>(fallback: T, work: () => T | Promise<T>): T | Promise<T> {
  try {
    const result = work();
    return result instanceof Promise ? result.catch(() => fallback) : result;
  } catch {
    return fallback;
  }
}

/** Puts a plugin's name on everything a route calls. */
export function nameEndpoints(
  definition: RestRouteDefinition,
  route: string,
  named: Naming,
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
    ...withCache(endpoint.keep),
    ...withPermission(permission(endpoint)),
  });
  function withPermission(check: RestEndpoint['permissionCallback']): Pick<RestEndpoint, 'permissionCallback'> {
    return check ? { permissionCallback: named(`permission of route ${route}`, check) } : {};
  }
  // Who cannot count what goes out again has it made.
  function withCache(keep: RestEndpoint['keep']): Pick<RestEndpoint, 'keep'> {
    const again =
      keep?.again && named(`counting of route ${route}`, (asked: CacheRequest) => keep.again?.(asked) ?? false);
    return keep
      ? {
          keep: {
            unless: keep.unless,
            ...(again ? { again: (asked) => orElse<boolean>(false, () => again(asked)) } : {}),
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

/** Puts a plugin's name on a field of REST answers. One that cannot be read is null; one that cannot be written refuses the write. */
export function nameField(
  { getCallback, updateCallback, ...field }: RestField,
  attribute: string,
  named: Naming,
): RestField {
  const read = getCallback
    ? named(`field ${attribute}`, async (...args: Parameters<typeof getCallback>) =>
        written(await getCallback(...args)),
      )
    : getCallback;
  return {
    ...field,
    ...(read === undefined ? {} : { getCallback: read && ((...args) => orElse<unknown>(null, () => read(...args))) }),
    ...(updateCallback ? { updateCallback: named(`change of field ${attribute}`, updateCallback) } : {}),
  };
}

/** Has the value of a field looked at while its plugin is still named: what cannot be written would cost the whole answer. */
function written(value: unknown): unknown {
  try {
    if (value === undefined || JSON.stringify(value) !== undefined) return value;
  } catch {
    // It is told below what is wrong with it.
  }
  throw new PlinthError('field_wrong_answer', 'A field of a REST answer is nothing that can be written as JSON.', {
    hint: 'Answer with texts, numbers, lists and plain objects, without circles.',
  });
}

/** Puts a plugin's name on what cleans a setting, and on what shows it to programs; a value that cannot be cleaned is not stored. */
export function nameSetting(
  { sanitizeCallback, validateCallback, showInRest, ...args }: SettingArgs,
  name: string,
  named: Naming,
): SettingArgs {
  const prepare = typeof showInRest === 'object' ? showInRest.prepareCallback : undefined;
  return {
    ...args,
    ...(sanitizeCallback ? { sanitizeCallback: named(`cleaning of setting ${name}`, sanitizeCallback) } : {}),
    ...(validateCallback ? { validateCallback: named(`check of setting ${name}`, validateCallback) } : {}),
    ...restOptions(),
  };

  function restOptions(): Pick<SettingArgs, 'showInRest'> {
    if (typeof showInRest === 'object' && prepare)
      return { showInRest: { ...showInRest, prepareCallback: named(`showing of setting ${name}`, prepare) } };
    return showInRest === undefined ? {} : { showInRest };
  }
}

/** Puts a plugin's name on what cleans a metadata value, and on what says who may change it. */
export function nameMeta(
  { sanitizeCallback, validateCallback, authCallback, ...args }: MetaArgs,
  key: string,
  named: Naming,
): MetaArgs {
  return {
    ...args,
    ...(sanitizeCallback ? { sanitizeCallback: named(`cleaning of metadata ${key}`, sanitizeCallback) } : {}),
    ...(validateCallback ? { validateCallback: named(`check of metadata ${key}`, validateCallback) } : {}),
    ...(authCallback ? { authCallback: named(`permission of metadata ${key}`, authCallback) } : {}),
  };
}

/** Puts a plugin's name on its judgement of what others answer; one that fails says nothing, and is held against nobody else. */
export function nameCheck(
  check: (value: unknown) => boolean,
  hook: string,
  named: Naming,
): (value: unknown) => boolean | undefined {
  const judge = named(`check of ${hook}`, check);
  return (value) => orElse<boolean | undefined>(undefined, () => judge(value)) as boolean | undefined;
}

/** Puts a plugin's name on the words of a screen, and on the count beside them, which stand in the menu of all of them; without words it has its slug. */
export function nameTexts(page: AdminPage, named: Naming): AdminPage {
  const guarded = (text: PageText): PageText => nameText(text, `title of admin page ${page.slug}`, page.slug, named);
  const { waiting } = page;
  const count = waiting && named(`count of admin page ${page.slug}`, waiting);
  return {
    ...page,
    title: guarded(page.title),
    ...(page.menuTitle === undefined ? {} : { menuTitle: guarded(page.menuTitle) }),
    ...(count === undefined ? {} : { waiting: () => orElse(0, count) }),
  };
}

/** Puts a plugin's name on words that are read at each display; what stands in for them is shown when they fail. */
export function nameText(text: PageText, place: string, instead: string, named: Naming): PageText {
  if (typeof text !== 'function') return text;
  const read = named(place, () => words(text()));
  return () => orElse(instead, read) as string;
}

function words(text: unknown): string {
  if (typeof text === 'string') return text;
  throw new PlinthError('title_wrong_answer', 'The title of a screen is no text.', {
    hint: 'Answer with a string; a title cannot be waited for.',
  });
}
