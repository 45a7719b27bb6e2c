import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { getBrowserStyles } from './styles/browser-styles.js';
import { type Cascade, createCascade } from './styles/cascade.js';
import type { AppliesTest } from './styles/conditions.js';
import { childrenOf, getAttribute, getText, isElement, type PageNode } from './styles/page-tree.js';
import { parseMedia, parseStylesheet, type Stylesheet } from './styles/stylesheet.js';
import type { Visitor } from './visitor.js';

/** A parsed page with the styles that apply to it. */
export interface StyledPage {
  readonly document: DefaultTreeAdapterTypes.Document;
  readonly cascade: Cascade;
}

/** Loads the stylesheets of pages; each file is fetched and parsed only once. */
export interface PageStyles {
  load(html: string): Promise<StyledPage>;
  /** URLs of files of other sites in the stylesheets loaded so far. */
  foreignUrls(): readonly string[];
}

const URL_IN_CSS = /(?:url\(\s*["']?|@import\s+["'])([^"')\s]+)/gi;

/** Returns the URLs of files of other sites in a stylesheet. */
export function findForeignUrls(css: string, base: string): string[] {
  return [...css.matchAll(URL_IN_CSS)].flatMap(([, address = '']) => {
    const url = URL.canParse(address, base) ? new URL(address, base) : undefined;
    return url && /^https?:$/.test(url.protocol) && url.host !== new URL(base).host ? [url.href] : [];
  });
}

/** A stylesheet of a page: a file, or the content of a `style` element. */
interface Source {
  readonly kind: 'file' | 'text';
  readonly value: string;
  readonly media: string;
}

/** Depth up to which stylesheets that import each other are followed. */
const MAX_IMPORT_DEPTH = 5;

/** Cascade of a page without stylesheets of its own. */
export const createPlainCascade = (): Cascade => createCascade([getBrowserStyles()]);

/** Returns the stylesheets of a page in their order. */
function findSources(node: PageNode): Source[] {
  if (isElement(node)) {
    const media = getAttribute(node, 'media') ?? '';
    if (node.tagName === 'style') return [{ kind: 'text', value: getText(node), media }];
    const relations = (getAttribute(node, 'rel') ?? '').toLowerCase().split(/\s+/);
    if (node.tagName === 'link' && relations.includes('stylesheet') && !relations.includes('alternate'))
      return [{ kind: 'file', value: getAttribute(node, 'href') ?? '', media }];
  }
  return childrenOf(node).flatMap(findSources);
}

/** Limits a stylesheet to a condition, and puts it into a cascade layer. */
function limitSheet(sheet: Stylesheet, applies: AppliesTest, layer = ''): Stylesheet {
  const inLayer = (name: string): string => (layer === '' || name === '' ? `${layer}${name}` : `${layer}.${name}`);
  return {
    ...sheet,
    layers: [...(layer === '' ? [] : [layer]), ...sheet.layers.map(inLayer)],
    rules: sheet.rules.map((rule) => ({
      ...rule,
      layer: inLayer(rule.layer),
      applies: (screen) => applies(screen) && rule.applies(screen),
    })),
  };
}

/** @param home URL of the site; stylesheets of other origins are ignored */
export function createPageStyles(visitor: Pick<Visitor, 'visit'>, home: string): PageStyles {
  const files = new Map<string, Promise<readonly Stylesheet[]>>();
  const texts = new Map<string, Promise<readonly Stylesheet[]>>();
  const cascades = new Map<string, Promise<Cascade>>();
  const foreignUrls = new Set<string>();

  function remember<T>(store: Map<string, Promise<T>>, key: string, create: () => Promise<T>): Promise<T> {
    const known = store.get(key) ?? create();
    store.set(key, known);
    return known;
  }

  /** Returns a stylesheet after those that it imports. */
  async function loadText(css: string, base: string, depth: number): Promise<readonly Stylesheet[]> {
    const sheet = parseStylesheet(css);
    for (const url of findForeignUrls(css, base)) foreignUrls.add(url);
    const imported = await Promise.all(
      sheet.imports.map(async ({ url, layer, applies }) =>
        (await loadFile(url, base, depth + 1)).map((one) => limitSheet(one, applies, layer)),
      ),
    );
    return [...imported.flat(), sheet];
  }

  async function loadFile(href: string, base: string, depth: number): Promise<readonly Stylesheet[]> {
    const url = URL.canParse(href, base) ? new URL(href, base) : undefined;
    if (url?.origin !== new URL(home).origin || depth > MAX_IMPORT_DEPTH) return [];
    return remember(files, url.href, async () =>
      loadText(await visitor.visit(url.pathname + url.search), url.href, depth),
    );
  }

  async function loadSource({ kind, value, media }: Source): Promise<readonly Stylesheet[]> {
    const sheets =
      kind === 'file' ? await loadFile(value, home, 0) : await remember(texts, value, () => loadText(value, home, 0));
    return media === '' ? sheets : sheets.map((sheet) => limitSheet(sheet, parseMedia(media)));
  }

  return {
    foreignUrls: () => [...foreignUrls],
    async load(html) {
      const document = parse(html);
      const sources = findSources(document);
      const cascade = await remember(cascades, JSON.stringify(sources), async () =>
        createCascade([getBrowserStyles(), ...(await Promise.all(sources.map(loadSource))).flat()]),
      );
      return { document, cascade };
    },
  };
}
