import type { RestArg, RestRequest } from 'plinth';

/** The header that names what was sent and left aside. */
export const IGNORED_HEADER = 'X-Plinth-Ignored';

/** What every endpoint of the host knows without declaring it. */
const OF_THE_HOST = /^(?:_.*|rest_route|context)$/;
const MOST = 20;
const LONGEST = 64;

/** Keys of the body and of the address that an endpoint has no use for, such as misspelt ones. */
export function ignoredKeys(request: RestRequest, args: Readonly<Record<string, RestArg>>): readonly string[] {
  // What the type leaves out: a body may be a list or a scalar.
  const body: unknown = request.isJsonContentType() ? request.getJsonParams() : null;
  const sent = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body) : [];
  return [...new Set([...sent, ...Object.keys(request.getQueryParams())])].filter(
    (key) => !Object.hasOwn(args, key) && !OF_THE_HOST.test(key),
  );
}

/** The value of {@link IGNORED_HEADER}: names in the form of addresses, so that any of them may stand in a header. */
export function ignoredText(names: readonly string[]): string {
  const shown = names.slice(0, MOST).map((name) =>
    encodeURIComponent([...name].slice(0, LONGEST).join(''))
      .replaceAll('%5B', '[')
      .replaceAll('%5D', ']'),
  );
  return [...shown, ...(names.length > MOST ? ['...'] : [])].join(', ');
}
