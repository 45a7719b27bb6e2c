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
import { addSlashes, acceptAnyType, stripSlashes, toText } from '../php/text.js';
import { validateRedirect, wpSanitizeRedirect } from '../sanitize/redirects.js';
import { removeAccents } from '../sanitize/remove-accents.js';
import { checkEmail, cleanEmail } from '../sanitize/sanitize-email.js';
import { cleanFileName, FORBIDDEN_CHARACTERS } from '../sanitize/sanitize-file-name.js';
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
import type { FormattingSite } from './site.js';
import { validateFile } from '../text/slashes.js';
import { wpStripAllTags } from '../html/strip-all-tags.js';

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?)$/;

/** Names of the kses functions of one site. */
type KsesNames =
  | 'wpKses'
  | 'wpKsesPost'
  | 'wpKsesData'
  | 'wpKsesOneAttr'
  | 'wpFilterKses'
  | 'wpFilterPostKses'
  | 'wpFilterNohtmlKses'
  | 'safecssFilterAttr';

function createKses(site: FormattingSite): Pick<SanitizingApi, KsesNames> {
  const filterAllowed = (safe: boolean, rest: string): boolean =>
    site.hooks.applyFiltersSync('safecss_filter_attr_allow_css', safe, rest);
  const sanitizeCss = (text: string): string =>
    safecssFilterAttr(text, site.protocols(), site.safeCss(), filterAllowed);
  const createRules = (protocols: readonly string[]): KsesRules => ({ protocols, uris: site.uris(), css: sanitizeCss });
  const wpKses: SanitizingApi['wpKses'] = (text, allowedHtml, protocols) => {
    const allowed: AllowedHtml =
      typeof allowedHtml === 'string' ? site.allowedHtml(allowedHtml) : site.allowedHtml(allowedHtml);
    const rules = createRules(protocols && protocols.length > 0 ? protocols : site.protocols());
    const runKses = (part: string): string => {
      const ready = site.hooks.applyFiltersSync('pre_kses', prepareForKses(part), allowedHtml, rules.protocols);
      return wpKsesSplit(ready, allowed, rules, runKses);
    };
    return runKses(toText(text));
  };
  return {
    wpKses,
    wpFilterKses: acceptAnyType((text) => addSlashes(wpKses(stripSlashes(text), 'data'))),
    wpFilterPostKses: acceptAnyType((text) => addSlashes(wpKses(stripSlashes(text), 'post'))),
    wpFilterNohtmlKses: acceptAnyType((text) => addSlashes(wpKses(stripSlashes(text), 'strip'))),
    wpKsesPost: (text) => wpKses(text, 'post'),
    wpKsesData: (text) => wpKses(text, 'data'),
    wpKsesOneAttr: acceptAnyType((attribute, element: string) =>
      wpKsesOneAttr(attribute, element, site.allowedHtml('post'), createRules(site.protocols())),
    ),
    safecssFilterAttr: acceptAnyType(sanitizeCss),
  };
}

/** Creates the sanitizing functions of one site. Each applies WordPress's filter to its result. */
export function createSanitizing(site: FormattingSite): SanitizingApi {
  const { hooks } = site;
  const withoutAccents = (text: string, locale = site.locale()): string => removeAccents(text, locale);
  return {
    ...createKses(site),
    sanitizeTitle: acceptAnyType((title, fallback = '', context = 'save') => {
      const asciiTitle = context === 'save' ? withoutAccents(title) : title;
      const slug = hooks.applyFiltersSync('sanitize_title', asciiTitle, title, context);
      return slug === '' ? fallback : slug;
    }),
    sanitizeTitleWithDashes: acceptAnyType((title, _rawTitle = '', context = 'display') =>
      titleWithDashes(title, context),
    ),
    removeAccents: withoutAccents,
    sanitizeEmail: acceptAnyType((email) => {
      const { email: clean, reason } = cleanEmail(email);
      return hooks.applyFiltersSync('sanitize_email', clean, email, reason);
    }),
    isEmail: acceptAnyType((email) => {
      const emailCheck = checkEmail(email);
      return hooks.applyFiltersSync<string | false>(
        'is_email',
        emailCheck.ok ? email : false,
        email,
        emailCheck.ok ? null : emailCheck.reason,
      );
    }),
    sanitizeTextField: (value) => hooks.applyFiltersSync('sanitize_text_field', sanitizeText(value, false), value),
    sanitizeTextareaField: (value) =>
      hooks.applyFiltersSync('sanitize_textarea_field', sanitizeText(value, true), value),
    sanitizeFileName: acceptAnyType((name) => {
      const special = hooks.applyFiltersSync('sanitize_file_name_chars', FORBIDDEN_CHARACTERS, name);
      return hooks.applyFiltersSync('sanitize_file_name', cleanFileName(withoutAccents(name), special), name);
    }),
    sanitizeKey: (key) => hooks.applyFiltersSync('sanitize_key', cleanKey(key), key),
    sanitizeHtmlClass: acceptAnyType((name, fallback: string | null = '') => {
      const clean = cleanHtmlClass(name);
      return hooks.applyFiltersSync(
        'sanitize_html_class',
        clean === '' ? cleanHtmlClass(toText(fallback)) : clean,
        name,
        fallback,
      );
    }),
    sanitizeUser: acceptAnyType((name, strict = false) =>
      hooks.applyFiltersSync('sanitize_user', cleanUser(name, strict, site.locale()), name, strict),
    ),
    sanitizeHexColor,
    sanitizeHexColorNoHash: acceptAnyType(sanitizeHexColorNoHash),
    maybeHashHexColor: acceptAnyType(maybeHashHexColor),
    restParseHexColor: acceptAnyType(restParseHexColor),
    sanitizeLocaleName: acceptAnyType((name) =>
      hooks.applyFiltersSync('sanitize_locale_name', cleanLocaleName(name), name),
    ),
    sanitizeSqlOrderby: acceptAnyType(sanitizeSqlOrderby),
    sanitizeTrackbackUrls: acceptAnyType((text) => {
      const urls = text
        .split(/[\r\n\t ]+/)
        .filter((url) => /^https?:\/\/./i.test(url))
        .map((url) => cleanUrl(url, site.protocols(), 'raw', false));
      return hooks.applyFiltersSync('sanitize_trackback_urls', urls.join('\n'), text);
    }),
    sanitizeMimeType: acceptAnyType((type) => hooks.applyFiltersSync('sanitize_mime_type', cleanMimeType(type), type)),
    wpKsesAllowedHtml: (context = 'post') => site.allowedHtml(context),
    wpKsesNormalizeEntities: acceptAnyType(wpKsesNormalizeEntities),
    wpKsesBadProtocol: acceptAnyType(wpKsesBadProtocol),
    wpKsesNoNull: acceptAnyType(wpKsesNoNull),
    wpKsesDecodeEntities: acceptAnyType(wpKsesDecodeEntities),
    wpAllowedProtocols: site.protocols,
    wpStripAllTags,
    absint,
    restIsBoolean,
    restSanitizeBoolean,
    restIsInteger,
    wpValidateBoolean,
    restParseDate: acceptAnyType(restParseDate),
    validateFile,
    wpHttpValidateUrl: (url) =>
      validateHttpUrl(url, {
        homeUrl: site.homeUrl(),
        resolveHost: site.resolveHost,
        isExternal: (host, requestUrl) =>
          hooks.applyFiltersSync('http_request_host_is_external', false, host, requestUrl),
        allowedPorts: (host, requestUrl) =>
          hooks.applyFiltersSync('http_allowed_safe_ports', [80, 443, 8080], host, requestUrl),
      }),
    wpIsUuid,
    restIsIpAddress: acceptAnyType((ip) => (IPV4.test(ip) || (isIPv6(ip) && !ip.includes('%')) ? ip : false)),
    wpCheckInvalidUtf8: acceptAnyType(wpCheckInvalidUtf8),
    wpSanitizeRedirect: acceptAnyType(wpSanitizeRedirect),
    wpValidateRedirect: acceptAnyType((location, fallback = '') => {
      const home = parseUrl(site.homeUrl())?.host ?? '';
      const hosts = (host: string): readonly string[] => hooks.applyFiltersSync('allowed_redirect_hosts', [home], host);
      return validateRedirect(location, fallback, { requestUri: site.requestUri(), hosts });
    }),
  };
}
