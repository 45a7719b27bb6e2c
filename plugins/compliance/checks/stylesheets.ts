import { type ConcealmentTest, matchesMedia, createConcealmentTest } from './concealment.js';
import type { Visitor } from './visitor.js';

/** Window width in pixels of each language's visitor: one uses a desktop, the other a phone. */
const DESKTOP_WIDTH = 1280;
const WIDTHS: Readonly<Record<string, number>> = { pl_PL: DESKTOP_WIDTH, en_US: 360 };
const STYLE_TAGS = /<link\b[^>]*>|<style\b([^>]*)>([\s\S]*?)<\/style>/gi;

function readAttribute(tag: string, name: string): string {
  const [, quoted, single, bare] = new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag) ?? [];
  return quoted ?? single ?? bare ?? '';
}

/** Tests which elements the stylesheets of a page hide; each file is fetched only once. */
export interface Stylesheets {
  createTest(html: string, locale: string): Promise<ConcealmentTest>;
}

/** @param home URL of the site; stylesheets of other origins are ignored */
export function createStylesheets(visitor: Pick<Visitor, 'visit'>, home: string): Stylesheets {
  const files = new Map<string, Promise<string>>();
  const tests = new Map<string, Promise<ConcealmentTest>>();

  function fetchFile(href: string): Promise<string> {
    const url = URL.canParse(href, home) ? new URL(href, home) : undefined;
    if (url?.origin !== new URL(home).origin) return Promise.resolve('');
    const path = url.pathname + url.search;
    const known = files.get(path) ?? visitor.visit(path);
    files.set(path, known);
    return known;
  }

  async function fetchTest(parts: readonly string[], width: number): Promise<ConcealmentTest> {
    return createConcealmentTest(
      await Promise.all(
        parts.map(async (part) => (part.startsWith('<') ? part.replace(/^<[^>]*>/, '') : fetchFile(part))),
      ),
      width,
    );
  }

  return {
    createTest(html, locale) {
      const width = WIDTHS[locale] ?? DESKTOP_WIDTH;
      const parts = [...html.matchAll(STYLE_TAGS)].flatMap(([tag, styleAttributes, css]) => {
        const head = styleAttributes === undefined ? tag : `<style${styleAttributes}>`;
        const media = readAttribute(head, 'media');
        if (media !== '' && !matchesMedia(media, width)) return [];
        if (styleAttributes !== undefined) return [`<style>${css}`];
        return /\bstylesheet\b/i.test(readAttribute(tag, 'rel'))
          ? [readAttribute(tag, 'href').replaceAll('&amp;', '&')]
          : [];
      });
      const key = `${width}\n${parts.join('\n')}`;
      const known = tests.get(key) ?? fetchTest(parts, width);
      tests.set(key, known);
      return known;
    },
  };
}
