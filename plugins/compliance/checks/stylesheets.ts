import { type ConcealmentTest, holds, readConcealment } from './concealment.js';
import type { Visitor } from './visitor.js';

/** Window width in pixels of each language's visitor: one uses a desktop, the other a phone. */
const DESK = 1280;
const WIDTHS: Readonly<Record<string, number>> = { pl_PL: DESK, en_US: 360 };
const PARTS = /<link\b[^>]*>|<style\b([^>]*)>([\s\S]*?)<\/style>/gi;

function attribute(tag: string, name: string): string {
  const [, quoted, single, bare] = new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag) ?? [];
  return quoted ?? single ?? bare ?? '';
}

/** What the stylesheets of pages hide; each file is fetched only once. */
export interface Stylesheets {
  createTest(html: string, locale: string): Promise<ConcealmentTest>;
}

/** @param home URL of the site: external styles are not read, and its pages allow none */
export function createStylesheets(visitor: Pick<Visitor, 'visit'>, home: string): Stylesheets {
  const files = new Map<string, Promise<string>>();
  const read = new Map<string, Promise<ConcealmentTest>>();

  function file(href: string): Promise<string> {
    const url = URL.canParse(href, home) ? new URL(href, home) : undefined;
    if (url?.origin !== new URL(home).origin) return Promise.resolve('');
    const path = url.pathname + url.search;
    const known = files.get(path) ?? visitor.visit(path);
    files.set(path, known);
    return known;
  }

  async function fetched(parts: readonly string[], width: number): Promise<ConcealmentTest> {
    return readConcealment(
      await Promise.all(parts.map(async (part) => (part.startsWith('<') ? part.replace(/^<[^>]*>/, '') : file(part)))),
      width,
    );
  }

  return {
    createTest(html, locale) {
      const width = WIDTHS[locale] ?? DESK;
      const parts = [...html.matchAll(PARTS)].flatMap(([tag, own, css]) => {
        const head = own === undefined ? tag : `<style${own}>`;
        const media = attribute(head, 'media');
        if (media !== '' && !holds(media, width)) return [];
        if (own !== undefined) return [`<style>${css}`];
        return /\bstylesheet\b/i.test(attribute(tag, 'rel')) ? [attribute(tag, 'href').replaceAll('&amp;', '&')] : [];
      });
      const key = `${width}\n${parts.join('\n')}`;
      const known = read.get(key) ?? fetched(parts, width);
      read.set(key, known);
      return known;
    },
  };
}
