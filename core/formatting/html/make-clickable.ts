import { countOccurrences, WS } from '../php/text.js';

interface ClickableOptions {
  /** Sanitizes a URL for display; '' if it is not allowed. */
  escUrl: (url: string) => string;
  /** Returns the `rel` attribute with a leading space, or ''. */
  rel: (url: string) => string;
}

const NON_ASCII = '\\u0080-\\uFFFF';
const URL_CHARACTERS = `[\\w${NON_ASCII}#%~/@[\\]*(+=&$-]`;
const URL_TEXT = new RegExp(
  `([${WS}(<.,;:!?])(\\w{1,20}://(?=[^${WS}]{1,2000}[${WS}])${URL_CHARACTERS}*(?:['.,;:!?)]${URL_CHARACTERS}+)*)(\\)?)(\\.\\w{2,6})?`,
  'g',
);
const WEB_TEXT = new RegExp(`([${WS}>])((?:www|ftp)\\.[\\w${NON_ASCII}#$%&~/.\\-;:=,?@[\\]+]+)`, 'gi');
const EMAIL_TEXT = new RegExp(`([${WS}>])([.0-9a-z_+-]+)@((?:[0-9a-z-]+\\.)+[0-9a-z]{2,})`, 'gi');

function linkUrls(text: string, { escUrl, rel }: ClickableOptions): string {
  return text.replace(
    URL_TEXT,
    (match, before: string, matchedUrl: string, paren: string, extension: string | undefined) => {
      let url = matchedUrl;
      let suffix = paren;
      if (paren === ')' && matchedUrl.indexOf('(') > 0) {
        url += paren;
        suffix = '';
      }
      url += extension ?? '';
      while (countOccurrences(url, '(') < countOccurrences(url, ')')) {
        const last = url.lastIndexOf(')');
        suffix = url.slice(last) + suffix;
        url = url.slice(0, last);
      }
      const clean = escUrl(url);
      return clean === '' ? match : `${before}<a href="${clean}"${rel(clean)}>${clean}</a>${suffix}`;
    },
  );
}

function linkHosts(text: string, { escUrl, rel }: ClickableOptions): string {
  return text.replace(WEB_TEXT, (match, before: string, host: string) => {
    const stop = /[.,;:)]$/.exec(host)?.[0] ?? '';
    const clean = escUrl(`http://${host.slice(0, host.length - stop.length)}`);
    return clean === '' ? match : `${before}<a href="${clean}"${rel(clean)}>${clean}</a>${stop}`;
  });
}

/** Splits a long text at whitespace into parts of about `targetLength` characters. */
function splitText(text: string, targetLength: number): string[] {
  const out: string[] = [];
  let rest = text;
  while (rest.length > targetLength) {
    let cut = rest.slice(0, targetLength + 1).search(/\s(?=\S*$)/);
    if (cut < 0) cut = rest.slice(targetLength + 1).search(/\s/) + targetLength + 1;
    if (cut <= targetLength && !/\s/.test(rest.charAt(cut))) break;
    out.push(rest.slice(0, cut + 1));
    rest = rest.slice(cut + 1);
  }
  return rest === '' ? out : [...out, rest];
}

function linkText(text: string, options: ClickableOptions): string {
  if (text.length > 10000) {
    return splitText(text, 2100)
      .map((chunk) => (chunk.length > 2101 ? chunk : linkText(chunk, options)))
      .join('');
  }
  const linked = linkHosts(linkUrls(` ${text} `, options), options);
  return linked.replace(EMAIL_TEXT, '$1<a href="mailto:$2@$3">$2@$3</a>').slice(1, -1);
}

/**
 * Converts URLs and email addresses in a text to links, except in tags, code and scripts (`make_clickable`).
 * @since 0.1.0
 */
export function makeClickable(text: string, options: ClickableOptions): string {
  let depth = 0;
  let out = '';
  for (const part of text.split(/(<[^<>]+>)/)) {
    if (/^<(?:code|pre|script|style)[\s>]/i.test(part)) depth++;
    else if (depth > 0 && /^<\/(?:code|pre|script|style)>$/i.test(part)) depth--;
    const tag = part.startsWith('<') && !/^<\s*\w{1,20}:\/\//.test(part);
    out += depth > 0 || part === '' || tag ? part : linkText(part, options);
  }
  // A link inside a link is invalid, so only the outer one remains.
  return out.replace(/(<a[ \r\n\t]+[^<>]+>|<a>)<a [^<>]+>([^<>]+)<\/a><\/a>/gi, '$1$2</a>');
}
