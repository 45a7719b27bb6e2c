/** Longer addresses name no server. */
const MOST_ADDRESS = 200;

/** The origin of a search server that an address names; undefined where it is none that is asked: only http and https, no path, no password. */
export function serverOrigin(address: string): string | undefined {
  const text = address.trim();
  if (text === '' || text.length > MOST_ADDRESS || !URL.canParse(text)) return undefined;
  const { protocol, origin, pathname, search, hash, username, password } = new URL(text);
  const plain =
    (pathname === '/' || pathname === '') && search === '' && hash === '' && username === '' && password === '';
  return (protocol === 'http:' || protocol === 'https:') && plain ? origin : undefined;
}
