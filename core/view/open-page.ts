import { type HookApi } from '../api/index.js';
import { languageAttributes as getLanguageAttributes, resourceHints } from '../document/index.js';

/**
 * Everything before a page's content. Its hooks run first, as in WordPress; the document is assembled once the content
 * is ready.
 */
export interface OpenPage {
  /** Attributes of the element `html`. */
  readonly languageAttributes: string;
  /** Output of plugins in the head. */
  readonly head: readonly string[];
  /** Output of plugins at the start of the body. */
  readonly bodyOpen: readonly string[];
  readonly bodyClass: readonly string[];
  /** The owner's primary menu as HTML; empty when there is none. */
  readonly menu: string;
  /** Metadata set by the page; empty where it sets none. */
  readonly metadata: Readonly<Record<'documentTitle' | 'robots' | 'canonical', string>>;
}

/** Metadata that a page sets while it opens; each part is evaluated in order. */
export interface PageMetadata {
  language: string;
  /** The owner's menu at a location of the theme as HTML; empty when there is none. */
  navMenu(location: string): Promise<string>;
  /** Evaluated before scripts and styles. */
  title?(): Promise<string>;
  /** Directives for search engines. */
  robots?(): Promise<string>;
  /** Links to feeds and embeds; evaluated before scripts and styles. */
  links?(): Promise<readonly string[]>;
  /** The canonical URL. */
  canonicalUrl?(): Promise<string | undefined>;
  bodyClass: readonly string[] | (() => Promise<readonly string[]>);
}

/** Opens a page of the site (WordPress: a theme's header.php, with WordPress's own callbacks on wp_head). */
export async function openPage(
  hooks: HookApi,
  { language, navMenu, title, robots, links, canonicalUrl, bodyClass }: PageMetadata,
): Promise<OpenPage> {
  const lines: string[] = [];
  const bodyOpen: string[] = [];
  await hooks.doAction('get_header', null, []);
  const languageAttributes = await getLanguageAttributes(hooks, language);
  await hooks.doAction('wp_head', lines);
  const documentTitle = title ? await title() : '';
  await hooks.doAction('wp_enqueue_scripts');
  await hooks.doAction('enqueue_block_assets');
  const metadata = { documentTitle, robots: robots ? await robots() : '', canonical: '' };
  const hints = [await resourceHints(hooks), ...(links ? await links() : [])];
  await hooks.doAction('wp_print_styles', lines);
  await hooks.doAction('wp_print_scripts', lines);
  // The software and its version help attackers find vulnerable sites, so they are omitted by default; a plugin may add
  // them.
  const generator = await hooks.applyFilters(
    'the_generator',
    await hooks.applyFilters('get_the_generator_xhtml', '', 'xhtml'),
    'xhtml',
  );
  if (canonicalUrl) metadata.canonical = (await canonicalUrl()) ?? '';
  const classes = await hooks.applyFilters<readonly string[]>(
    'body_class',
    typeof bodyClass === 'function' ? await bodyClass() : [...bodyClass],
    [],
  );
  await hooks.doAction('wp_body_open', bodyOpen);
  const menu = await navMenu('primary');
  return {
    languageAttributes,
    head: [...hints, generator, ...lines].filter((line) => line !== ''),
    bodyOpen,
    bodyClass: classes,
    menu,
    metadata,
  };
}
