import { quotePattern, SPACES } from '../php/text.js';

const TABLE: Record<string, string> = {
  ':mrgreen:': 'mrgreen.png',
  ':neutral:': '😐',
  ':twisted:': '😈',
  ':arrow:': '➡',
  ':shock:': '😯',
  ':smile:': '🙂',
  ':???:': '😕',
  ':cool:': '😎',
  ':evil:': '👿',
  ':grin:': '😀',
  ':idea:': '💡',
  ':oops:': '😳',
  ':razz:': '😛',
  ':roll:': '🙄',
  ':wink:': '😉',
  ':cry:': '😥',
  ':eek:': '😮',
  ':lol:': '😆',
  ':mad:': '😡',
  ':sad:': '🙁',
  '8-)': '😎',
  '8-O': '😯',
  ':-(': '🙁',
  ':-)': '🙂',
  ':-?': '😕',
  ':-D': '😀',
  ':-P': '😛',
  ':-o': '😮',
  ':-x': '😡',
  ':-|': '😐',
  ';-)': '😉',
  '8O': '😯',
  ':(': '🙁',
  ':)': '🙂',
  ':?': '😕',
  ':D': '😀',
  ':P': '😛',
  ':o': '😮',
  ':x': '😡',
  ':|': '😐',
  ';)': '😉',
  ':!:': '❗',
  ':?:': '❓',
};

const FACES = Object.keys(TABLE)
  .sort((a, b) => (a < b ? 1 : -1))
  .map(quotePattern)
  .join('|');
const SMILEY = new RegExp(`(?<=${SPACES}|^)(?:${FACES})(?=${SPACES}|$)`, 'gm');
const IGNORED = /^<(code|pre|style|script|textarea)[^>]*>/i;

/**
 * Converts standalone text smileys to emoji, outside tags and code (`convert_smilies`).
 * @param imageUrl folder URL of smileys that are images
 * @since 0.1.0
 */
export function convertSmilies(text: string, imageUrl = ''): string {
  if (!/[:;8]/.test(text)) return text;
  let ignoring = '';
  return text
    .split(/(<[^<>\n]*>)/)
    .map((part) => {
      if (ignoring === '') ignoring = IGNORED.exec(part)?.[1]?.toLowerCase() ?? '';
      if (ignoring !== '') {
        if (part.toLowerCase() === `</${ignoring}>`) ignoring = '';
        return part;
      }
      if (part === '' || part.startsWith('<')) return part;
      return part.replace(SMILEY, (face) => {
        const replacement = TABLE[face] ?? face;
        if (!replacement.endsWith('.png')) return replacement;
        return `<img src="${imageUrl}${replacement}" alt="${face}" class="wp-smiley" style="height: 1em; max-height: 1em;" />`;
      });
    })
    .join('');
}
