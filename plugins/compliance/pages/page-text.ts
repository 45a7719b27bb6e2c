/** URL of the online dispute resolution platform of Regulation (EU) 524/2013, which is closed. */
export const CLOSED_ODR_URL = /ec\.europa\.eu\/(?:consumers\/)?odr/i;

const LINK = /<a\b[^>]*\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>([\s\S]*?)<\/a>/gi;
const PLAIN_URL = /(?:https?:\/\/)?(?:www\.)?ec\.europa\.eu\/(?:consumers\/)?odr[^\s<"']*/gi;

/** Removes links to the platform and its plain URL from a text; the rest stays unchanged. */
export function removeOdrLinks(html: string): string {
  return html
    .replace(LINK, (link, double: string | undefined, single: string | undefined, text: string) =>
      CLOSED_ODR_URL.test(double ?? single ?? '') ? text : link,
    )
    .replace(PLAIN_URL, '');
}

const DAY_PATTERNS = [
  /odstąpi\S* od umowy[^.<]{0,80}?(\d+) dni/gi,
  /withdraw from the contract[^.<]{0,80}?(\d+) days/gi,
  /(\d+) dni bez podania/gi,
  /(\d+) days without giving/gi,
];

/** Returns the numbers of days for withdrawal that a text states, in either language. */
export function findStatedDays(text: string): number[] {
  return DAY_PATTERNS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, days]) => Number(days)));
}

const INLINE_TAGS =
  /<\/?(?:a|abbr|b|bdi|bdo|cite|code|dfn|em|i|kbd|mark|q|s|samp|small|span|strong|sub|sup|u|var|wbr)(?:\s[^>]*)?>/gi;
const SHORTCODE = /\[\/?[a-z][\w-]*(?:\s[^\][]*)?\/?\]/gi;

/** Returns the visible text of stored content: without comments, scripts, tags and shortcodes. */
function getVisibleText(content: string): string {
  return content
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(INLINE_TAGS, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(SHORTCODE, ' ')
    .replace(/&(?:nbsp|#160|#xa0);/gi, ' ')
    .replace(/&(?:shy|zwj|zwnj);/gi, '')
    .replace(/&(?:amp|lt|gt|quot|#0?39);/gi, ' ');
}

/** Counts the visible words of content: sequences without whitespace that contain a letter or a digit of any script. */
export function countWords(content: string): number {
  return getVisibleText(content)
    .split(/\s+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

const DATE_TEXT = /(?:obowiązuje od|obowiązują od|stan na|in force since|as of) [^<]*/gi;

/** Whether two generated texts differ at most in the date from which they apply. */
export function isSameText(a: string, other: string): boolean {
  const removeDate = (text: string): string => text.replace(DATE_TEXT, '').trim();
  return removeDate(a) === removeDate(other);
}
