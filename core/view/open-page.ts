import { type HookApi, type MaybePromise, ready, type Steps } from '../api/index.js';
import { languageAttributes as getLanguageAttributes, resourceHints } from '../document/index.js';

/** What stands before a page's content. It is asked for first, as in WordPress, and put together with the content when that is made. */
export interface OpenPage {
  /** Of the element `html`. */
  readonly languageAttributes: string;
  /** What plugins printed into the head. */
  readonly head: readonly string[];
  /** What they printed at the start of the body. */
  readonly bodyOpen: readonly string[];
  readonly bodyClass: readonly string[];
  /** The owner's menu at the top as HTML; empty where there is none. */
  readonly menu: string;
  /** What the page says of itself; empty where it says nothing. */
  readonly said: Readonly<Record<'documentTitle' | 'robots' | 'canonical', string>>;
}

/** What the page says of itself while it opens; each is asked for in its turn. */
export interface Opening {
  language: string;
  /** The owner's menu at a place of the theme as HTML; empty where there is none. */
  navMenu(location: string): MaybePromise<string>;
  /** Comes before scripts and styles. */
  title?(): Steps<string>;
  /** What search engines may do. */
  robots?(): Steps<string>;
  /** Links to feeds and embeds; they come before scripts and styles. */
  links?(): Steps<readonly string[]>;
  /** The address of record. */
  address?(): Steps<string | undefined>;
  bodyClass: readonly string[] | (() => Steps<readonly string[]>);
}

/** Opens a page of the site (WordPress: header.php of a theme, with the callbacks that WordPress itself has on wp_head). */
export function* openPage(
  hooks: HookApi,
  { language, navMenu, title, robots, links, address, bodyClass }: Opening,
): Steps<OpenPage> {
  const lines: string[] = [];
  const bodyOpen: string[] = [];
  yield* ready(hooks.doAction('get_header', null, []));
  const languageAttributes = yield* ready(getLanguageAttributes(hooks, language));
  yield* ready(hooks.doAction('wp_head', lines));
  const documentTitle = title ? yield* title() : '';
  yield* ready(hooks.doAction('wp_enqueue_scripts'));
  yield* ready(hooks.doAction('enqueue_block_assets'));
  const said = { documentTitle, robots: robots ? yield* robots() : '', canonical: '' };
  const hints = [yield* resourceHints(hooks), ...(links ? yield* links() : [])];
  yield* ready(hooks.doAction('wp_print_styles', lines));
  yield* ready(hooks.doAction('wp_print_scripts', lines));
  // Which software answers, and how old it is, helps those who look for sites to break into; a plugin may say so all the same.
  const generator = yield* ready(
    hooks.applyFilters(
      'the_generator',
      yield* ready(hooks.applyFilters('get_the_generator_xhtml', '', 'xhtml')),
      'xhtml',
    ),
  );
  if (address) said.canonical = (yield* address()) ?? '';
  const classes = yield* ready(
    hooks.applyFilters<readonly string[]>(
      'body_class',
      typeof bodyClass === 'function' ? yield* bodyClass() : [...bodyClass],
      [],
    ),
  );
  yield* ready(hooks.doAction('wp_body_open', bodyOpen));
  const menu = yield* ready(navMenu('primary'));
  return {
    languageAttributes,
    head: [...hints, generator, ...lines].filter((line) => line !== ''),
    bodyOpen,
    bodyClass: classes,
    menu,
    said,
  };
}
