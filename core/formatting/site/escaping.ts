import type { EscapingApi } from '../../api/formatting.js';
import { escapeHtml, escapeJs, escapeTextarea, escapeXml, tagEscape } from '../escape/escape.js';
import { cleanUrl } from '../escape/escape-url.js';
import { ofText, toText } from '../php/text.js';
import type { TextSite } from './site.js';

/** Creates the escaping functions of one site, each with WordPress's filter. */
export function createEscaping(site: TextSite): EscapingApi {
  const filter = (name: string, safe: string, text: unknown): string => site.hooks.applyFiltersSync(name, safe, text);
  const escUrl: EscapingApi['escUrl'] = (url, protocols, context = 'display') => {
    const text = toText(url);
    if (text === '') return '';
    const allowed = protocols ?? site.protocols();
    const clean = cleanUrl(text, allowed, context, protocols?.[0] === 'https');
    return clean === '' ? '' : filter('clean_url', clean, text);
  };
  const escUrlRaw: EscapingApi['escUrlRaw'] = (url, protocols) => escUrl(url, protocols, 'raw');
  return {
    escHtml: (text) => filter('esc_html', escapeHtml(text), text),
    escAttr: (text) => filter('attribute_escape', escapeHtml(text), text),
    escTextarea: (text) => filter('esc_textarea', escapeTextarea(text), text),
    escJs: (text) => filter('js_escape', escapeJs(text), text),
    escXml: (text) => filter('esc_xml', escapeXml(text), text),
    escUrl,
    escUrlRaw,
    sanitizeUrl: escUrlRaw,
    tagEscape: ofText((name) => filter('tag_escape', tagEscape(name), name)),
  };
}
