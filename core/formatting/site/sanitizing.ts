import { isIPv6 } from 'node:net';
import type { SanitizingApi } from '../../api/formatting.js';
import { absint, restIsBoolean, restIsInteger, restSanitizeBoolean, wpValidateBoolean } from '../sanitize/booleans.js';
import { restParseDate } from '../text/dates.js';
import { maybeHashHexColor, restParseHexColor, sanitizeHexColor, sanitizeHexColorNoHash } from '../sanitize/colors.js';
import { wpKsesDecodeEntities, wpKsesNormalizeEntities } from '../entities/normalize.js';
import { wpCheckInvalidUtf8 } from '../entities/specialchars.js';
import { cleanUrl } from '../escape/escape-url.js';
import { validateHttpUrl } from '../escape/http-url.js';
import { type KsesRules, wpKsesOneAttr } from '../kses/attributes.js';
import type { AllowedHtml } from '../kses/allowed-tags.js';
import { safecssFilterAttr } from '../kses/css.js';
import { prepareForKses, wpKsesSplit } from '../kses/kses.js';
import { wpKsesBadProtocol, wpKsesNoNull } from '../kses/protocol.js';
import { wpIsUuid } from '../text/plain-text.js';
import { parseUrl } from '../php/parse-url.js';
import { addSlashes, ofText, stripSlashes, toText } from '../php/text.js';
import { validateRedirect, wpSanitizeRedirect } from '../sanitize/redirects.js';
import { removeAccents } from '../sanitize/remove-accents.js';
import { checkEmail, cleanEmail } from '../sanitize/sanitize-email.js';
import { cleanFileName, FILE_NAME_SPECIAL } from '../sanitize/sanitize-file-name.js';
import {
  cleanHtmlClass,
  cleanKey,
  cleanLocaleName,
  cleanMimeType,
  cleanUser,
  sanitizeSqlOrderby,
} from '../sanitize/sanitize-names.js';
import { sanitizeText } from '../sanitize/sanitize-text.js';
import { titleWithDashes } from '../sanitize/sanitize-title.js';
import type { TextSite } from './site.js';
import { validateFile } from '../text/slashes.js';
import { wpStripAllTags } from '../html/strip-all-tags.js';

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?)$/;

/** The kses functions of one site. */
type KsesNames =
  | 'wpKses'
  | 'wpKsesPost'
  | 'wpKsesData'
  | 'wpKsesOneAttr'
  | 'wpFilterKses'
  | 'wpFilterPostKses'
  | 'wpFilterNohtmlKses'
  | 'safecssFilterAttr';

function createKses(site: TextSite): Pick<SanitizingApi, KsesNames> {
  const allow = (safe: boolean, rest: string): boolean =>
    site.hooks.applyFiltersSync('safecss_filter_attr_allow_css', safe, rest);
  const css = (text: string): string => safecssFilterAttr(text, site.protocols(), site.safeCss(), allow);
  const rulesFor = (protocols: readonly string[]): KsesRules => ({ protocols, uris: site.uris(), css });
  const wpKses: SanitizingApi['wpKses'] = (text, allowedHtml, protocols) => {
    const allowed: AllowedHtml =
      typeof allowedHtml === 'string' ? site.allowedHtml(allowedHtml) : site.allowedHtml(allowedHtml);
    const rules = rulesFor(protocols && protocols.length > 0 ? protocols : site.protocols());
    const run = (part: string): string => {
      const ready = site.hooks.applyFiltersSync('pre_kses', prepareForKses(part), allowedHtml, rules.protocols);
      return wpKsesSplit(ready, allowed, rules, run);
    };
    return run(toText(text));
  };
  return {
    wpKses,
    wpFilterKses: ofText((text) => addSlashes(wpKses(stripSlashes(text), 'data'))),
    wpFilterPostKses: ofText((text) => addSlashes(wpKses(stripSlashes(text), 'post'))),
    wpFilterNohtmlKses: ofText((text) => addSlashes(wpKses(stripSlashes(text), 'strip'))),
    wpKsesPost: (text) => wpKses(text, 'post'),
    wpKsesData: (text) => wpKses(text, 'data'),
    wpKsesOneAttr: ofText((attribute, element: string) =>
      wpKsesOneAttr(attribute, element, site.allowedHtml('post'), rulesFor(site.protocols())),
    ),
    safecssFilterAttr: ofText(css),
  };
}

/** Creates the sanitizing functions of one site, each with WordPress's filter. */
export function createSanitizing(site: TextSite): SanitizingApi {
  const { hooks } = site;
  const accents = (text: string, locale = site.locale()): string => removeAccents(text, locale);
  return {
    ...createKses(site),
    sanitizeTitle: ofText((title, fallback = '', context = 'save') => {
      const plain = context === 'save' ? accents(title) : title;
      const slug = hooks.applyFiltersSync('sanitize_title', plain, title, context);
      return slug === '' ? fallback : slug;
    }),
    sanitizeTitleWithDashes: ofText((title, _rawTitle = '', context = 'display') => titleWithDashes(title, context)),
    removeAccents: accents,
    sanitizeEmail: ofText((email) => {
      const { email: clean, reason } = cleanEmail(email);
      return hooks.applyFiltersSync('sanitize_email', clean, email, reason);
    }),
    isEmail: ofText((email) => {
      const verdict = checkEmail(email);
      return hooks.applyFiltersSync<string | false>(
        'is_email',
        verdict.ok ? email : false,
        email,
        verdict.ok ? null : verdict.reason,
      );
    }),
    sanitizeTextField: (value) => hooks.applyFiltersSync('sanitize_text_field', sanitizeText(value, false), value),
    sanitizeTextareaField: (value) =>
      hooks.applyFiltersSync('sanitize_textarea_field', sanitizeText(value, true), value),
    sanitizeFileName: ofText((name) => {
      const special = hooks.applyFiltersSync('sanitize_file_name_chars', FILE_NAME_SPECIAL, name);
      return hooks.applyFiltersSync('sanitize_file_name', cleanFileName(accents(name), special), name);
    }),
    sanitizeKey: (key) => hooks.applyFiltersSync('sanitize_key', cleanKey(key), key),
    sanitizeHtmlClass: ofText((name, fallback: string | null = '') => {
      const clean = cleanHtmlClass(name);
      return hooks.applyFiltersSync(
        'sanitize_html_class',
        clean === '' ? cleanHtmlClass(toText(fallback)) : clean,
        name,
        fallback,
      );
    }),
    sanitizeUser: ofText((name, strict = false) =>
      hooks.applyFiltersSync('sanitize_user', cleanUser(name, strict, site.locale()), name, strict),
    ),
    sanitizeHexColor,
    sanitizeHexColorNoHash: ofText(sanitizeHexColorNoHash),
    maybeHashHexColor: ofText(maybeHashHexColor),
    restParseHexColor: ofText(restParseHexColor),
    sanitizeLocaleName: ofText((name) => hooks.applyFiltersSync('sanitize_locale_name', cleanLocaleName(name), name)),
    sanitizeSqlOrderby: ofText(sanitizeSqlOrderby),
    sanitizeTrackbackUrls: ofText((text) => {
      const found = text
        .split(/[\r\n\t ]+/)
        .filter((one) => /^https?:\/\/./i.test(one))
        .map((one) => cleanUrl(one, site.protocols(), 'raw', false));
      return hooks.applyFiltersSync('sanitize_trackback_urls', found.join('\n'), text);
    }),
    sanitizeMimeType: ofText((type) => hooks.applyFiltersSync('sanitize_mime_type', cleanMimeType(type), type)),
    wpKsesAllowedHtml: (context = 'post') => site.allowedHtml(context),
    wpKsesNormalizeEntities: ofText(wpKsesNormalizeEntities),
    wpKsesBadProtocol: ofText(wpKsesBadProtocol),
    wpKsesNoNull: ofText(wpKsesNoNull),
    wpKsesDecodeEntities: ofText(wpKsesDecodeEntities),
    wpAllowedProtocols: site.protocols,
    wpStripAllTags,
    absint,
    restIsBoolean,
    restSanitizeBoolean,
    restIsInteger,
    wpValidateBoolean,
    restParseDate: ofText(restParseDate),
    validateFile,
    wpHttpValidateUrl: (url) =>
      validateHttpUrl(url, {
        homeUrl: site.homeUrl(),
        resolveHost: site.resolveHost,
        isExternal: (host, address) => hooks.applyFiltersSync('http_request_host_is_external', false, host, address),
        allowedPorts: (host, address) =>
          hooks.applyFiltersSync('http_allowed_safe_ports', [80, 443, 8080], host, address),
      }),
    wpIsUuid,
    restIsIpAddress: ofText((ip) => (IPV4.test(ip) || (isIPv6(ip) && !ip.includes('%')) ? ip : false)),
    wpCheckInvalidUtf8: ofText(wpCheckInvalidUtf8),
    wpSanitizeRedirect: ofText(wpSanitizeRedirect),
    wpValidateRedirect: ofText((location, fallback = '') => {
      const home = parseUrl(site.homeUrl())?.host ?? '';
      const hosts = (host: string): readonly string[] => hooks.applyFiltersSync('allowed_redirect_hosts', [home], host);
      return validateRedirect(location, fallback, { requestUri: site.requestUri(), hosts });
    }),
  };
}
