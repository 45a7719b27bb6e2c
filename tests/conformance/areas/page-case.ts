import type { HttpResponse } from './http-case.js';
import { SITE_URL } from './rest-home.js';

/** A recorded request for a page. */
export interface PageCase {
  id: string;
  input: {
    method: string;
    path: string;
    headers?: Record<string, string>;
    form?: Record<string, string>;
    auth?: { type: string; user?: string };
  };
  expected: {
    status: number;
    headers: Record<string, string | string[]>;
    markers?: Markers;
    length?: 'empty' | 'nonempty';
  };
}

/** The parts of a page's HTML that the recording contains. */
interface Markers {
  title: string | null;
  canonical: string | null;
  shortlink: string | null;
  robots: string | null;
  bodyClass: string[];
  oracle: string[];
}

/** Headers for which Plinth's value is stricter than the recorded one and includes it. */
const STRICTER = new Set(['content-security-policy']);
/** Classes used only by WordPress's own admin stylesheets and scripts. */
const STYLE_ONLY =
  /^(?:wp-core-ui|no-js|admin-color-.*|auto-fold|branch-.*|version-.*|svg|no-customize-support|locale-.*)$/;

/**
 * Returns all differences between a response and the recorded one. The product name counts as WordPress's. Responses of the web
 * server in front of WordPress, recognizable by a bare `text/html`, are compared by status only.
 */
export function pageDifferences({ expected }: PageCase, response: HttpResponse): string[] {
  const found: string[] = [];
  const compare = (property: string, want: unknown, have: unknown): void => {
    const [expectedJson, actualJson] = [JSON.stringify(want), JSON.stringify(have)];
    if (expectedJson !== actualJson)
      found.push(`${property}: want ${expectedJson ?? 'nothing'}\n      have ${actualJson ?? 'nothing'}`);
  };
  compare('status', expected.status, response.status);
  if (expected.headers['content-type'] === 'text/html') return found;
  for (const [name, want] of Object.entries(expected.headers)) {
    if (name === 'set-cookie') continue;
    const have = response.headers[name];
    if (STRICTER.has(name)) compare(`header ${name}`, true, (have ?? '').includes("frame-ancestors 'self'"));
    else if (name === 'link') compare('header link', [want].flat().map(fill), (have ?? '').split(/,\s*(?=<)/));
    else if (name === 'vary')
      compare(
        `header ${name}`,
        fill(String(want)),
        (have ?? '')
          .split(/,\s*/)
          .filter((header) => !['Accept-Encoding', 'Accept-Language'].includes(header))
          .join(', '),
      );
    else compare(`header ${name}`, named(fill(String(want))), have);
  }
  if (expected.headers.location === undefined) compare('header location', undefined, response.headers.location);
  if (expected.length !== undefined) compare('length', expected.length, response.text === '' ? 'empty' : 'nonempty');
  if (!expected.markers || [301, 302].includes(expected.status)) return found;
  const have = readMarkers(response.text);
  const { markers } = expected;
  compare('title', text(named(fill(markers.title ?? ''))), text(have.title ?? ''));
  for (const name of ['canonical', 'shortlink', 'robots'] as const)
    compare(name, markers[name] === null ? null : fill(markers[name]), have[name]);
  compare('body class', classes(markers.bodyClass), classes(have.bodyClass));
  compare('shortcodes', markers.oracle, have.oracle);
  return found;
}

function fill(recorded: string): string {
  return recorded
    .replaceAll('{{HOME}}', SITE_URL)
    .replaceAll('{{HOME_ENC}}', encodeURIComponent(SITE_URL))
    .replaceAll('{{HOST}}', new URL(SITE_URL).host);
}

function named(recorded: string): string {
  return recorded.replace(/\bWordPress\b/g, 'Plinth');
}

function classes(list: readonly string[]): string[] {
  return list.filter((name) => name !== '' && !STYLE_ONLY.test(name));
}

function readMarkers(html: string): Markers {
  const first = (pattern: RegExp): string | null => pattern.exec(html)?.[1] ?? null;
  return {
    title: first(/<title>([^<]*)<\/title>/),
    canonical: first(/<link rel="canonical" href="([^"]*)"/),
    shortlink: first(/<link rel=["']?shortlink["']? href="([^"]*)"/),
    robots: first(/<meta name=["']robots["'] content=["']([^"']*)["']/),
    bodyClass: (first(/<body[^>]* class="([^"]*)"/) ?? '').split(/\s+/),
    oracle: html.match(/<span class="oracle">[^<]*<\/span>/g) ?? [],
  };
}

/** Text of a title, with entities decoded. */
function text(html: string): string {
  return html
    .replace(
      /&(lsaquo|rsaquo|quot|lt|gt);/g,
      (_entity, name: string) => ({ lsaquo: '‹', rsaquo: '›', quot: '"', lt: '<', gt: '>' })[name] ?? '',
    )
    .replace(/&#x?([0-9a-f]+);/gi, (entity, code: string) =>
      String.fromCodePoint(Number.parseInt(code, entity.startsWith('&#x') ? 16 : 10)),
    )
    .replaceAll('&amp;', '&');
}
