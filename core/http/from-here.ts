/**
 * Whether a browser sent the request from a page of this site, or because somebody asked for it. Programs and old browsers,
 * which say nothing of it, are believed: they carry nobody's cookies to where these were not meant to go.
 */
export function isFromHere(request: { get(name: string): string | undefined }, siteUrl: string): boolean {
  const relation = request.get('sec-fetch-site');
  if (relation !== undefined) return relation === 'same-origin' || relation === 'none';
  const origin = request.get('origin');
  if (origin === undefined || !URL.canParse(origin)) return origin === undefined;
  // A proxy may have another name for the site than its visitors do.
  return [new URL(siteUrl).host, request.get('host')].includes(new URL(origin).host);
}
