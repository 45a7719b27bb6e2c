import { join } from 'node:path';
import { type HookApi, type PageDocument } from '../api/index.js';
import { escapeText } from '../document/index.js';
import { type Asset, type Assets, inlineStyleTag, currentCspNonce, printAssets } from './assets/index.js';
import { fileVersion } from './file-version.js';
import { type OpenPage, openPage } from './open-page.js';
import type { Theme } from './theme.js';

/** The parts of a page around its content. */
export interface PageParts extends PageDocument {
  /** The finished content. */
  readonly body: string;
  readonly bodyClass?: readonly string[];
  /** The page, if it was opened before its content was made. */
  readonly opened?: OpenPage;
  /** Data of the layout and its partials. */
  readonly data?: Readonly<Record<string, unknown>>;
}

interface PageDocumentDeps {
  readonly hooks: HookApi;
  readonly assets: Assets;
  /** Returns the active theme and its parents. */
  themes(): readonly Theme[];
  language(): string;
  homeUrl(path?: string): string;
  navMenu(location: string): Promise<string>;
  brandingStyle?(): Promise<string>;
  brandingPreload?(): Promise<string>;
  layoutData(): Promise<Record<string, unknown>>;
  /** Renders the first existing layout, with the translations of the site or of the admin. */
  renderSite(layouts: readonly string[], data: object): string;
  renderAdmin(layouts: readonly string[], data: object): string;
}

/** Renders complete documents around finished content. */
interface PageDocuments {
  pageDocument(parts: PageParts, layouts: readonly string[]): Promise<string>;
  adminDocument(parts: PageParts, layouts: readonly string[]): Promise<string>;
}

/** Creates the renderers of documents for the site and the admin. */
export function createPageDocuments(deps: PageDocumentDeps): PageDocuments {
  const { hooks, assets } = deps;

  /** Returns the theme's own assets for every page; a parent's come first. */
  function themeAssets(kind: 'style' | 'script'): Asset[] {
    return [...deps.themes()].reverse().flatMap((theme) =>
      (kind === 'style' ? theme.styles : theme.scripts).map((file) => ({
        handle: `theme-${theme.id}-${file.replace(/\.\w+$/, '')}`,
        kind,
        src: deps.homeUrl(
          `/wp-content/themes/${theme.id}/assets/${file}?ver=${fileVersion(join(theme.folder, 'assets', file), theme.version)}`,
        ),
        owner: '',
        options: {},
      })),
    );
  }

  /** Renders the document of a page from its finished parts. */
  async function pageDocument(parts: PageParts, layouts: readonly string[]): Promise<string> {
    const opened =
      parts.opened ??
      (await openPage(hooks, { language: deps.language(), navMenu: deps.navMenu, bodyClass: parts.bodyClass ?? [] }));
    const { body, bodyClass: _classes, opened: _opened, data, ...documentParts } = parts;
    const document = await hooks.applyFilters<PageDocument, 'plinth/document'>('plinth/document', documentParts);
    const footer = [renderStructuredData(document)];
    await hooks.doAction('get_footer', null, []);
    const footerMenu = await deps.navMenu('footer');
    await hooks.doAction('wp_footer', footer);
    const printed = await printAssets(hooks, assets, 'front', themeAssets);
    if (printed.footer !== '') footer.push(printed.footer);
    await hooks.doAction('wp_print_footer_scripts', footer);
    const brandingStyle = deps.brandingStyle ? await deps.brandingStyle() : '';
    const preload = deps.brandingPreload ? await deps.brandingPreload() : '';
    const head = [
      ...(preload === '' ? [] : [preload]),
      renderHead(document, printed.head),
      ...(brandingStyle === '' ? [] : [inlineStyleTag(brandingStyle, 'plinth-branding', currentCspNonce())]),
      ...opened.head,
    ];
    return deps.renderSite(layouts, {
      ...(await deps.layoutData()),
      ...data,
      title: document.title,
      body,
      ownMenu: opened.menu,
      // Where the owner has created a menu, plugins add to it through `wp_nav_menu_items`.
      menu: opened.menu === '' ? await hooks.applyFilters('plinth/fallback_menu_items', []) : [],
      ownFooterMenu: footerMenu,
      footerMenu: await hooks.applyFilters('plinth/footer_links', []),
      tools: await hooks.applyFilters('plinth/header_links', []),
      footerHtml: await hooks.applyFilters('plinth/footer_html', '', data?.enclosed === true),
      languageAttributes: opened.languageAttributes,
      bodyClass: opened.bodyClass.join(' '),
      bodyOpen: opened.bodyOpen.join('\n'),
      head: head.join('\n'),
      footer: footer.join('\n'),
    });
  }

  /** Renders a screen of the admin, whose own hooks have already run. */
  async function adminDocument(parts: PageParts, layouts: readonly string[]): Promise<string> {
    const printed = await printAssets(hooks, assets, 'admin');
    const head = renderHead(parts, printed.head);
    const data = {
      ...(await deps.layoutData()),
      ...parts.data,
      title: parts.title,
      body: parts.body,
      bodyClass: (parts.bodyClass ?? []).join(' '),
    };
    return deps.renderAdmin(layouts, {
      ...data,
      head,
      footer: [renderStructuredData(parts), printed.footer].join('\n'),
    });
  }

  return { pageDocument, adminDocument };
}

/**
 * Returns the head's markup.
 * @param assets the rendered scripts and styles
 */
function renderHead(parts: PageDocument, assets: string): string {
  const lines = [`<title>${escapeText(parts.title)}</title>`];
  if (parts.description) lines.push(`<meta name="description" content="${escapeText(parts.description)}">`);
  if (parts.robots) lines.push(`<meta name="robots" content="${escapeText(parts.robots)}">`);
  if (parts.canonical) lines.push(`<link rel="canonical" href="${escapeText(parts.canonical)}">`);
  if (assets !== '') lines.push(assets);
  lines.push(...(parts.head ?? []));
  return lines.join('\n');
}

/** Returns structured data for the end of the body; `<` is escaped so that a text cannot close the element. */
function renderStructuredData(parts: PageDocument): string {
  return (parts.jsonLd ?? [])
    .map((data) => `<script type="application/ld+json">${JSON.stringify(data).replace(/</g, '\\u003c')}</script>`)
    .join('\n');
}
