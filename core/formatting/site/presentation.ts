import type { EscapingApi, PresentationApi, QueryArgValue } from '../../api/formatting.js';
import { forceBalanceTags } from '../html/balance-tags.js';
import { wpFilterContentTags } from '../html/content-tags.js';
import { humanReadableDuration, formatTimeDiff } from '../text/dates.js';
import { wpSpecialcharsDecode } from '../entities/specialchars.js';
import { replacePairsInMarkup, splitHtml } from '../html/html-tokens.js';
import { linksAddTarget, urlShorten, addRelToLinks, isInternalLink, type LinkRules } from '../html/links.js';
import { makeClickable } from '../html/make-clickable.js';
import { numberFormat, toFloat, toInt } from '../php/numeric.js';
import { parseUrl } from '../php/parse-url.js';
import { acceptAnyType, toText } from '../php/text.js';
import {
  backslashit,
  capitalPDangit,
  convertChars,
  ent2ncr,
  normalizeWhitespace,
  zeroise,
  trimWords,
  wpHtmlExcerpt,
} from '../text/plain-text.js';
import { withQueryArgs } from '../values/query-arg.js';
import { cacheByText } from './cached-texts.js';
import type { FormattingSite } from './site.js';
import { utf8UriEncode } from '../sanitize/sanitize-title.js';
import { sizeInUnit, wpConvertHrToBytes } from '../text/sizes.js';
import {
  pathIsAbsolute,
  pathJoin,
  trailingslashit,
  untrailingslashit,
  wpBasename,
  wpMakeLinkRelative,
  wpNormalizePath,
} from '../text/slashes.js';
import { convertSmilies } from '../text/smilies.js';
import { NO_TEXTURIZE_SHORTCODES, NO_TEXTURIZE_TAGS, wptexturize } from '../texturize/wptexturize.js';
import { wpautop } from '../html/wpautop.js';

function createLinkFunctions(
  site: FormattingSite,
  escaping: EscapingApi,
): Pick<PresentationApi, 'makeClickable' | 'wpRelNofollow' | 'wpRelUgc'> {
  const { hooks } = site;
  const rules = (): LinkRules => ({
    protocols: site.protocols(),
    uris: site.uris(),
    internalHosts: site.internalHosts(),
  });
  const rel = (url: string): string => {
    const scheme = parseUrl(url)?.scheme?.toLowerCase() ?? '';
    const isWebUrl = ['http', 'https'].includes(scheme) && site.protocols().includes(scheme);
    const parts = [
      ...(isWebUrl && !isInternalLink(url, rules()) ? ['nofollow'] : []),
      ...(hooks.currentFilter() === 'comment_text' ? ['ugc'] : []),
    ];
    const value = hooks.applyFiltersSync('make_clickable_rel', parts.join(' '), url);
    return value === '' ? '' : ` rel="${escaping.escAttr(value)}"`;
  };
  return {
    makeClickable: acceptAnyType((text) => makeClickable(text, { escUrl: (url) => escaping.escUrl(url), rel })),
    wpRelNofollow: acceptAnyType((text) => addRelToLinks(text, 'nofollow', rules())),
    wpRelUgc: acceptAnyType((text) => addRelToLinks(text, 'nofollow ugc', rules())),
  };
}

function createQueryArgs(site: FormattingSite): Pick<PresentationApi, 'addQueryArg' | 'removeQueryArg'> {
  const toUrl = (url: unknown): string => (url === undefined || url === false ? site.requestUri() : toText(url));
  function addQueryArg(
    first: string | Readonly<Record<string, QueryArgValue>>,
    second?: QueryArgValue,
    third?: string | false | null,
  ): string {
    return typeof first === 'object'
      ? withQueryArgs(Object.entries(first), toUrl(second))
      : withQueryArgs([[first, second]], toUrl(third));
  }
  return {
    addQueryArg,
    removeQueryArg: (name, url) => {
      const names = typeof name === 'string' ? [name] : name;
      return names.reduce((left, key) => addQueryArg(key, false, left), toUrl(url));
    },
  };
}

/** Creates the functions of one site that format texts for display. */
export function createPresentation(site: FormattingSite, escaping: EscapingApi): PresentationApi {
  const { hooks } = site;
  const cachedTexturize = cacheByText((text) => wptexturize(text));
  const autopWithBreaks = cacheByText((text) => wpautop(text));
  const autopWithoutBreaks = cacheByText((text) => wpautop(text, false));
  const numberFormatI18n = (value: unknown, decimals = 0): string => {
    const formatted = numberFormat(toFloat(value), Math.abs(toInt(decimals)));
    return hooks.applyFiltersSync('number_format_i18n', formatted, value, decimals);
  };
  return {
    ...createLinkFunctions(site, escaping),
    ...createQueryArgs(site),
    wptexturize: acceptAnyType((text) => {
      if (text === '' || !hooks.applyFiltersSync('run_wptexturize', true)) return text;
      const noTexturizeTags = hooks.applyFiltersSync('no_texturize_tags', NO_TEXTURIZE_TAGS);
      const noTexturizeShortcodes = hooks.applyFiltersSync('no_texturize_shortcodes', NO_TEXTURIZE_SHORTCODES);
      // Without a bracket, the text contains no shortcode.
      if (
        noTexturizeTags === NO_TEXTURIZE_TAGS &&
        noTexturizeShortcodes === NO_TEXTURIZE_SHORTCODES &&
        !text.includes('[')
      )
        return cachedTexturize(text);
      return wptexturize(text, { noTexturizeTags, noTexturizeShortcodes, shortcodeTags: site.shortcodeTags() });
    }),
    wpautop: acceptAnyType((text, br = true) => (br ? autopWithBreaks(text) : autopWithoutBreaks(text))),
    convertChars: acceptAnyType(convertChars),
    convertSmilies: acceptAnyType((text) =>
      convertSmilies(text, `${untrailingslashit(site.homeUrl())}/wp-includes/images/smilies/`),
    ),
    capitalPDangit: acceptAnyType(capitalPDangit),
    forceBalanceTags: acceptAnyType(forceBalanceTags),
    wpTrimWords: (text, count = 55, more) => {
      const suffix = more ?? '&hellip;';
      return hooks.applyFiltersSync('wp_trim_words', trimWords(text, toInt(count), suffix), count, suffix, text);
    },
    wpHtmlExcerpt,
    wpFilterContentTags: acceptAnyType(wpFilterContentTags),
    normalizeWhitespace: acceptAnyType(normalizeWhitespace),
    ent2ncr: acceptAnyType(ent2ncr),
    zeroise,
    backslashit: acceptAnyType(backslashit),
    linksAddTarget: acceptAnyType(linksAddTarget),
    urlShorten: acceptAnyType(urlShorten),
    utf8UriEncode: acceptAnyType(utf8UriEncode),
    wpHtmlSplit: acceptAnyType(splitHtml),
    wpReplaceInHtmlTags: acceptAnyType(replacePairsInMarkup),
    wpSpecialcharsDecode: acceptAnyType(wpSpecialcharsDecode),
    trailingslashit: acceptAnyType(trailingslashit),
    untrailingslashit: acceptAnyType(untrailingslashit),
    wpMakeLinkRelative: acceptAnyType(wpMakeLinkRelative),
    wpNormalizePath: acceptAnyType(wpNormalizePath),
    pathIsAbsolute: acceptAnyType(pathIsAbsolute),
    pathJoin: acceptAnyType(pathJoin),
    wpBasename: acceptAnyType(wpBasename),
    wpConvertHrToBytes,
    humanReadableDuration: acceptAnyType(humanReadableDuration),
    sizeFormat: (bytes, decimals = 0) => {
      if (bytes === 0) return `${numberFormatI18n(0, decimals)} B`;
      const size = sizeInUnit(bytes);
      return size ? `${numberFormatI18n(size.amount, decimals)} ${size.unit}` : false;
    },
    numberFormatI18n,
    humanTimeDiff: (from, to = 0) => {
      const endTime = to === 0 ? site.now() : to;
      const difference = Math.abs(endTime - from);
      return hooks.applyFiltersSync('human_time_diff', formatTimeDiff(difference), difference, from, endTime);
    },
  };
}
