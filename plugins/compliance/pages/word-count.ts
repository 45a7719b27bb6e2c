const INLINE =
  /<\/?(?:a|abbr|b|bdi|bdo|cite|code|dfn|em|i|kbd|mark|q|s|samp|small|span|strong|sub|sup|u|var|wbr)(?:\s[^>]*)?>/gi;
const SHORTCODE = /\[\/?[a-z][\w-]*(?:\s[^\][]*)?\/?\]/gi;

/** The visible text of stored content: without comments, scripts, tags and shortcodes. */
function visibleText(content: string): string {
  return content
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(INLINE, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(SHORTCODE, ' ')
    .replace(/&(?:nbsp|#160|#xa0);/gi, ' ')
    .replace(/&(?:shy|zwj|zwnj);/gi, '')
    .replace(/&(?:amp|lt|gt|quot|#0?39);/gi, ' ');
}

/** How many words a reader of the content sees: runs between white space that hold a letter or a digit of any script. */
export function countWords(content: string): number {
  return visibleText(content)
    .split(/\s+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
