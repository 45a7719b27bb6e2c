/** The parts of a URL that a redirect may change. */
export interface AddressParts {
  scheme: string;
  host: string;
  port: string;
  path: string;
  /** Without the question mark. */
  query: string;
}

export function readAddress(url: string): AddressParts | undefined {
  const match = /^(https?):\/\/(\[[^\]/?#]*\]|[^/?#:]*)(?::(\d+))?([^?#]*)(?:\?([^#]*))?/i.exec(url);
  if (!match) return undefined;
  const [, scheme = '', host = '', port = '', path = '', query = ''] = match;
  return { scheme, host, port, path, query };
}

export function writeAddress({ scheme, host, port, path, query }: AddressParts): string {
  return `${scheme}://${host}${port === '' ? '' : `:${port}`}${path}${query === '' ? '' : `?${query}`}`;
}

/** Removes variables from a query string; the others remain as written. */
export function withoutArgs(query: string, names: readonly string[]): string {
  const remaining = query.split('&').filter((pair) => {
    const name = decode((pair.split('=')[0] ?? '').replaceAll('+', ' ')).replace(/\[.*$/s, '');
    return pair !== '' && !names.includes(name);
  });
  return remaining.join('&');
}

/** Like `withoutArgs`, but keeps variables that the new URL contains itself. */
export function withoutArgsUnlessIn(query: string, names: readonly string[], url: string): string {
  const target = readAddress(url);
  const carried = new Set((target?.query ?? '').split('&').map((pair) => pair.split('=')[0]));
  return withoutArgs(
    query,
    names.filter((name) => !carried.has(name)),
  );
}

/** Merges the variables of a query string into a URL, overriding those of the same names. */
export function withArgs(url: string, query: string): string {
  const target = readAddress(url);
  if (!target || query === '') return url;
  const names = query.split('&').map((pair) => pair.split('=')[0] ?? '');
  return writeAddress({
    ...target,
    query: [withoutArgs(target.query, names), query].filter((part) => part !== '').join('&'),
  });
}

/** Converts percent-encoded octets to lower case for comparison. */
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
