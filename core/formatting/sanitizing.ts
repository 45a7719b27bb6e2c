import type { SanitizingApi } from '../api/formatting.js';
import { absint, restIsBoolean, restIsInteger, restSanitizeBoolean, wpValidateBoolean } from './booleans.js';
import { restParseDate } from './dates.js';
import { wpKsesNormalizeEntities } from './entities/normalize.js';
import { validateHttpUrl } from './http-url.js';
import { type KsesRules, wpKsesOneAttr } from './kses/attributes.js';
import type { AllowedHtml } from './kses/allowed-tags.js';
import { safecssFilterAttr } from './kses/css.js';
import { prepareForKses, wpKsesSplit } from './kses/kses.js';
import { wpIsUuid } from './plain-text.js';
import { ofText, toText } from './php/text.js';
import { removeAccents } from './remove-accents.js';
import { checkEmail, cleanEmail } from './sanitize-email.js';
import { cleanFileName, FILE_NAME_SPECIAL } from './sanitize-file-name.js';
import { cleanHtmlClass, cleanKey, cleanMimeType, cleanUser, sanitizeHexColor } from './sanitize-names.js';
import { sanitizeText } from './sanitize-text.js';
import { titleWithDashes } from './sanitize-title.js';
import type { TextSite } from './site.js';
import { validateFile } from './slashes.js';
import { wpStripAllTags } from './strip-all-tags.js';

/** The kses family of one site. */
function createKses(site: TextSite): Pick<SanitizingApi, 'wpKses' | 'wpKsesPost' | 'wpKsesData' | 'wpKsesOneAttr' | 'safecssFilterAttr'> {
  const css = (text: string): string => safecssFilterAttr(text, site.protocols(), site.safeCss());
  const rulesFor = (protocols: readonly string[]): KsesRules => ({ protocols, uris: site.uris(), css });
  const wpKses: SanitizingApi['wpKses'] = (text, allowedHtml, protocols) => {
    const allowed: AllowedHtml = typeof allowedHtml === 'string' ? site.allowedHtml(allowedHtml) : site.allowedHtml(allowedHtml);
    const rules = rulesFor(protocols && protocols.length > 0 ? protocols : site.protocols());
    const run = (part: string): string => {
      const ready = site.hooks.applyFiltersSync('pre_kses', prepareForKses(part), allowedHtml, rules.protocols);
      return wpKsesSplit(ready, allowed, rules, run);
    };
    return run(toText(text));
  };
  return {
    wpKses,
    wpKsesPost: (text) => wpKses(text, 'post'),
    wpKsesData: (text) => wpKses(text, 'data'),
    wpKsesOneAttr: ofText((attribute, element: string) => wpKsesOneAttr(attribute, element, site.allowedHtml('post'), rulesFor(site.protocols()))),
    safecssFilterAttr: ofText(css),
  };
}

/** The sanitizing functions of one site, each through WordPress's filter. */
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
      const { email: clean, why } = cleanEmail(email);
      return hooks.applyFiltersSync('sanitize_email', clean, email, why);
    }),
    isEmail: ofText((email) => {
      const verdict = checkEmail(email);
      return hooks.applyFiltersSync<string | false>('is_email', verdict.ok ? email : false, email, verdict.ok ? null : verdict.why);
    }),
    sanitizeTextField: (value) => hooks.applyFiltersSync('sanitize_text_field', sanitizeText(value, false), value),
    sanitizeTextareaField: (value) => hooks.applyFiltersSync('sanitize_textarea_field', sanitizeText(value, true), value),
    sanitizeFileName: ofText((name) => {
      const special = hooks.applyFiltersSync('sanitize_file_name_chars', FILE_NAME_SPECIAL, name);
      return hooks.applyFiltersSync('sanitize_file_name', cleanFileName(accents(name), special), name);
    }),
    sanitizeKey: (key) => hooks.applyFiltersSync('sanitize_key', cleanKey(key), key),
    sanitizeHtmlClass: ofText((name, fallback: string | null = '') => {
      const clean = cleanHtmlClass(name);
      return hooks.applyFiltersSync('sanitize_html_class', clean === '' ? cleanHtmlClass(toText(fallback)) : clean, name, fallback);
    }),
    sanitizeUser: ofText((name, strict = false) => hooks.applyFiltersSync('sanitize_user', cleanUser(name, strict, site.locale()), name, strict)),
    sanitizeHexColor,
    sanitizeMimeType: ofText((type) => hooks.applyFiltersSync('sanitize_mime_type', cleanMimeType(type), type)),
    wpKsesAllowedHtml: (context = 'post') => site.allowedHtml(context),
    wpKsesNormalizeEntities: ofText(wpKsesNormalizeEntities),
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
        allowedPorts: (host, address) => hooks.applyFiltersSync('http_allowed_safe_ports', [80, 443, 8080], host, address),
      }),
    wpIsUuid,
  };
}
