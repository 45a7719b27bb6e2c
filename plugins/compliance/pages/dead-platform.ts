/** The address of the platform of Regulation (EU) 524/2013, which is closed. */
export const DEAD_PLATFORM = /ec\.europa\.eu\/(?:consumers\/)?odr/i;

const LINK = /<a\b[^>]*\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>([\s\S]*?)<\/a>/gi;
const ADDRESS = /(?:https?:\/\/)?(?:www\.)?ec\.europa\.eu\/(?:consumers\/)?odr[^\s<"']*/gi;

/** A text without the links to it, and without its bare address; the other words stay. */
export function withoutDeadPlatform(html: string): string {
  return html
    .replace(LINK, (whole, double: string | undefined, single: string | undefined, words: string) =>
      DEAD_PLATFORM.test(double ?? single ?? '') ? words : whole,
    )
    .replace(ADDRESS, '');
}
