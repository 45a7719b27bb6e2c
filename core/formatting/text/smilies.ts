import { quotePattern, SPACES } from '../php/text.js';

const SMILIES: Record<string, string> = {
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

const SMILEY_PATTERN = Object.keys(SMILIES)
  .sort((a, b) => (a < b ? 1 : -1))
  .map(quotePattern)
  .join('|');
const SMILEY = new RegExp(`(?<=${SPACES}|^)(?:${SMILEY_PATTERN})(?=${SPACES}|$)`, 'gm');
const IGNORED_TAG = /^<(code|pre|style|script|textarea)[^>]*>/i;

/**
 * Converts text smilies to emoji, except in tags and code (`convert_smilies`). A smiley must be surrounded by spaces.
 * @param imageUrl URL of the folder with the smilies that are images
 * @since 0.1.0
 */
export function convertSmilies(text: string, imageUrl = ''): string {
  if (!/[:;8]/.test(text)) return text;
  let ignoredElement = '';
  return text
    .split(/(<[^<>\n]*>)/)
    .map((part) => {
      if (ignoredElement === '') ignoredElement = IGNORED_TAG.exec(part)?.[1]?.toLowerCase() ?? '';
      if (ignoredElement !== '') {
        if (part.toLowerCase() === `</${ignoredElement}>`) ignoredElement = '';
        return part;
      }
      if (part === '' || part.startsWith('<')) return part;
      return part.replace(SMILEY, (face) => {
        const replacement = SMILIES[face] ?? face;
        if (!replacement.endsWith('.png')) return replacement;
        return `<img src="${imageUrl}${replacement}" alt="${face}" class="wp-smiley" style="height: 1em; max-height: 1em;" />`;
      });
    })
    .join('');
}
