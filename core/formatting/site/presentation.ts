import type { EscapingApi, PresentationApi, QueryArgValue } from '../../api/formatting.js';
import { forceBalanceTags } from '../html/balance-tags.js';
import { wpFilterContentTags } from '../html/content-tags.js';
import { humanReadableDuration, timeDiff } from '../text/dates.js';
import { wpSpecialcharsDecode } from '../entities/specialchars.js';
import { replacePairsInMarkup, splitHtml } from '../html/html-tokens.js';
import { linksAddTarget, urlShorten, addRelToLinks, isInternalLink, type LinkRules } from '../html/links.js';
import { makeClickable } from '../html/make-clickable.js';
import { numberFormat, toFloat, toInt } from '../php/numeric.js';
import { parseUrl } from '../php/parse-url.js';
import { ofText, toText } from '../php/text.js';
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
import { cacheTexts } from './cached-texts.js';
import type { TextSite } from './site.js';
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

function createLinks(
  site: TextSite,
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
    const web = ['http', 'https'].includes(scheme) && site.protocols().includes(scheme);
    const parts = [
      ...(web && !isInternalLink(url, rules()) ? ['nofollow'] : []),
      ...(hooks.currentFilter() === 'comment_text' ? ['ugc'] : []),
    ];
    const value = hooks.applyFiltersSync('make_clickable_rel', parts.join(' '), url);
    return value === '' ? '' : ` rel="${escaping.escAttr(value)}"`;
  };
  return {
    makeClickable: ofText((text) => makeClickable(text, { escUrl: (url) => escaping.escUrl(url), rel })),
    wpRelNofollow: ofText((text) => addRelToLinks(text, 'nofollow', rules())),
    wpRelUgc: ofText((text) => addRelToLinks(text, 'nofollow ugc', rules())),
  };
}

function createQueryArgs(site: TextSite): Pick<PresentationApi, 'addQueryArg' | 'removeQueryArg'> {
  const address = (url: unknown): string => (url === undefined || url === false ? site.requestUri() : toText(url));
  function addQueryArg(
    first: string | Readonly<Record<string, QueryArgValue>>,
    second?: QueryArgValue,
    third?: string | false | null,
  ): string {
    return typeof first === 'object'
      ? withQueryArgs(Object.entries(first), address(second))
      : withQueryArgs([[first, second]], address(third));
  }
  return {
    addQueryArg,
    removeQueryArg: (name, url) => {
      const names = typeof name === 'string' ? [name] : name;
      return names.reduce((left, one) => addQueryArg(one, false, left), address(url));
    },
  };
}

/** Creates the text formatting functions of one site. */
export function createPresentation(site: TextSite, escaping: EscapingApi): PresentationApi {
  const { hooks } = site;
  const texturized = cacheTexts((text) => wptexturize(text));
  const withBreaks = cacheTexts((text) => wpautop(text));
  const withoutBreaks = cacheTexts((text) => wpautop(text, false));
  const numberFormatI18n = (value: unknown, decimals = 0): string => {
    const formatted = numberFormat(toFloat(value), Math.abs(toInt(decimals)));
    return hooks.applyFiltersSync('number_format_i18n', formatted, value, decimals);
  };
  return {
    ...createLinks(site, escaping),
    ...createQueryArgs(site),
    wptexturize: ofText((text) => {
      if (text === '' || !hooks.applyFiltersSync('run_wptexturize', true)) return text;
      const noTexturizeTags = hooks.applyFiltersSync('no_texturize_tags', NO_TEXTURIZE_TAGS);
      const noTexturizeShortcodes = hooks.applyFiltersSync('no_texturize_shortcodes', NO_TEXTURIZE_SHORTCODES);
      // Without a bracket no shortcode is affected.
      if (
        noTexturizeTags === NO_TEXTURIZE_TAGS &&
        noTexturizeShortcodes === NO_TEXTURIZE_SHORTCODES &&
        !text.includes('[')
      )
        return texturized(text);
      return wptexturize(text, { noTexturizeTags, noTexturizeShortcodes, shortcodeTags: site.shortcodeTags() });
    }),
    wpautop: ofText((text, br = true) => (br ? withBreaks(text) : withoutBreaks(text))),
    convertChars: ofText(convertChars),
    convertSmilies: ofText((text) =>
      convertSmilies(text, `${untrailingslashit(site.homeUrl())}/wp-includes/images/smilies/`),
    ),
    capitalPDangit: ofText(capitalPDangit),
    forceBalanceTags: ofText(forceBalanceTags),
    wpTrimWords: (text, count = 55, more) => {
      const suffix = more ?? '&hellip;';
      return hooks.applyFiltersSync('wp_trim_words', trimWords(text, toInt(count), suffix), count, suffix, text);
    },
    wpHtmlExcerpt,
    wpFilterContentTags: ofText(wpFilterContentTags),
    normalizeWhitespace: ofText(normalizeWhitespace),
    ent2ncr: ofText(ent2ncr),
    zeroise,
    backslashit: ofText(backslashit),
    linksAddTarget: ofText(linksAddTarget),
    urlShorten: ofText(urlShorten),
    utf8UriEncode: ofText(utf8UriEncode),
    wpHtmlSplit: ofText(splitHtml),
    wpReplaceInHtmlTags: ofText(replacePairsInMarkup),
    wpSpecialcharsDecode: ofText(wpSpecialcharsDecode),
    trailingslashit: ofText(trailingslashit),
    untrailingslashit: ofText(untrailingslashit),
    wpMakeLinkRelative: ofText(wpMakeLinkRelative),
    wpNormalizePath: ofText(wpNormalizePath),
    pathIsAbsolute: ofText(pathIsAbsolute),
    pathJoin: ofText(pathJoin),
    wpBasename: ofText(wpBasename),
    wpConvertHrToBytes,
    humanReadableDuration: ofText(humanReadableDuration),
    sizeFormat: (bytes, decimals = 0) => {
      if (bytes === 0) return `${numberFormatI18n(0, decimals)} B`;
      const size = sizeInUnit(bytes);
      return size ? `${numberFormatI18n(size.amount, decimals)} ${size.unit}` : false;
    },
    numberFormatI18n,
    humanTimeDiff: (from, to = 0) => {
      const until = to === 0 ? site.now() : to;
      const difference = Math.abs(until - from);
      return hooks.applyFiltersSync('human_time_diff', timeDiff(difference), difference, from, until);
    },
  };
}
