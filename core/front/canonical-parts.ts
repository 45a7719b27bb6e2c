/** The parts of a URL that a canonical redirect may change. */
export interface CanonicalUrlParts {
  scheme: string;
  host: string;
  port: string;
  path: string;
  /** Query string without the question mark. */
  query: string;
}

export function parseUrlParts(url: string): CanonicalUrlParts | undefined {
  const match = /^(https?):\/\/(\[[^\]/?#]*\]|[^/?#:]*)(?::(\d+))?([^?#]*)(?:\?([^#]*))?/i.exec(url);
  if (!match) return undefined;
  const [, scheme = '', host = '', port = '', path = '', query = ''] = match;
  return { scheme, host, port, path, query };
}

export function joinUrlParts({ scheme, host, port, path, query }: CanonicalUrlParts): string {
  return `${scheme}://${host}${port === '' ? '' : `:${port}`}${path}${query === '' ? '' : `?${query}`}`;
}

/** Removes variables from a query string. The others are unchanged. */
export function removeArgs(query: string, names: readonly string[]): string {
  const remaining = query.split('&').filter((pair) => {
    const name = decode((pair.split('=')[0] ?? '').replaceAll('+', ' ')).replace(/\[.*$/s, '');
    return pair !== '' && !names.includes(name);
  });
  return remaining.join('&');
}

/** Like `removeArgs`, but variables that the new URL contains are not removed. */
export function removeArgsUnlessIn(query: string, names: readonly string[], url: string): string {
  const target = parseUrlParts(url);
  const targetNames = new Set((target?.query ?? '').split('&').map((pair) => pair.split('=')[0]));
  return removeArgs(
    query,
    names.filter((name) => !targetNames.has(name)),
  );
}

/** Adds the variables of a query string to a URL, and replaces those with the same names. */
export function addArgs(url: string, query: string): string {
  const target = parseUrlParts(url);
  if (!target || query === '') return url;
  const names = query.split('&').map((pair) => pair.split('=')[0] ?? '');
  return joinUrlParts({
    ...target,
    query: [removeArgs(target.query, names), query].filter((part) => part !== '').join('&'),
  });
}

/** Converts percent-encoded bytes to lower case for comparison. */
export function lowerOctets(url: string): string {
  return url.replace(/%[0-9a-f]{2}/gi, (octet) => octet.toLowerCase());
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
