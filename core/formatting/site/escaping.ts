import type { EscapingApi } from '../../api/formatting.js';
import { escapeHtml, escapeJs, escapeTextarea, escapeXml, tagEscape } from '../escape/escape.js';
import { cleanUrl } from '../escape/escape-url.js';
import { acceptAnyType, toText } from '../php/text.js';
import type { FormattingSite } from './site.js';

/** Creates the escaping functions of one site. Each applies WordPress's filter to its result. */
export function createEscaping(site: FormattingSite): EscapingApi {
  const applyFilter = (name: string, safe: string, text: unknown): string =>
    site.hooks.applyFiltersSync(name, safe, text);
  const escUrl: EscapingApi['escUrl'] = (url, protocols, context = 'display') => {
    const text = toText(url);
    if (text === '') return '';
    const allowed = protocols ?? site.protocols();
    const clean = cleanUrl(text, allowed, context, protocols?.[0] === 'https');
    return clean === '' ? '' : applyFilter('clean_url', clean, text);
  };
  const escUrlRaw: EscapingApi['escUrlRaw'] = (url, protocols) => escUrl(url, protocols, 'raw');
  return {
    escHtml: (text) => applyFilter('esc_html', escapeHtml(text), text),
    escAttr: (text) => applyFilter('attribute_escape', escapeHtml(text), text),
    escTextarea: (text) => applyFilter('esc_textarea', escapeTextarea(text), text),
    escJs: (text) => applyFilter('js_escape', escapeJs(text), text),
    escXml: (text) => applyFilter('esc_xml', escapeXml(text), text),
    escUrl,
    escUrlRaw,
    sanitizeUrl: escUrlRaw,
    tagEscape: acceptAnyType((name) => applyFilter('tag_escape', tagEscape(name), name)),
  };
}
