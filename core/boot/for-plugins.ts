import type { SiteAttachments } from '../content/attachments/index.js';
import type { SiteContent } from '../content/index.js';

/** What plugins get of a part: always promises, so that what they write does not depend on what is in memory. */
export function forPlugins<Part extends { readonly now: unknown }>({ now: _now, ...methods }: Part): Omit<Part, 'now'> {
  return methods;
}

/** The library without what the host's own texts ask of it. */
export function libraryFor({
  images: _images,
  months: _months,
  upkeep: _upkeep,
  ...library
}: SiteAttachments): Omit<SiteAttachments, 'images' | 'months' | 'upkeep'> {
  return library;
}

/** Content for plugins, whose own `homeUrl` answers at once. */
export function withoutAddresses<Content extends Pick<SiteContent, 'homeUrl' | 'siteUrl'>>({
  homeUrl: _home,
  siteUrl: _site,
  ...content
}: Content): Omit<Content, 'homeUrl' | 'siteUrl'> {
  return content;
}
