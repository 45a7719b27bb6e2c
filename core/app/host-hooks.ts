import type { Hooks } from '../hooks/index.js';

const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
const isPositiveInteger = (value: unknown): boolean => Number.isInteger(value) && Number(value) > 0;
const isString = (value: unknown): boolean => typeof value === 'string';
const isDocument = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && isString((value as { title?: unknown }).title);
const isStringList = (value: unknown): boolean =>
  Array.isArray(value) && value.every((line) => typeof line === 'string');

const isMenuList = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every(
    (menuItem: unknown) =>
      typeof menuItem === 'object' &&
      menuItem !== null &&
      isString((menuItem as { title?: unknown }).title) &&
      isString((menuItem as { url?: unknown }).url),
  );

/** Declares the host's hooks that WordPress does not have. */
export function declareHostHooks({ declarations }: Pick<Hooks, 'declarations'>): void {
  declarations.declare({
    name: 'plinth/load_demo',
    kind: 'action',
    owner: '',
    since: '0.1.0',
    summary:
      'Fires once when a new site should be filled with demo content. Callbacks must be idempotent: running again must change nothing.',
    args: [],
  });
  declarations.declare({
    name: 'plinth/url_changed',
    kind: 'action',
    owner: '',
    since: '0.1.0',
    summary:
      'Fired by plugins after the URL of their content has changed. The host then redirects the old URL to the new one, unless other content uses the old URL.',
    args: ['from: path', 'to: path'],
  });
  declarations.declare({
    name: 'plinth/login_locked_out',
    kind: 'action',
    owner: '',
    since: '0.1.0',
    summary: 'Fires when a login attempt is rejected because the visitor has to wait before the next attempt.',
    args: ['login', 'seconds: number'],
  });
  declarations.declare({
    name: 'plinth/user_capabilities_changed',
    kind: 'action',
    owner: '',
    since: '0.1.0',
    summary:
      'Fires after the roles or capabilities of an account have changed; inside the transaction of the change, if there is one.',
    args: ['userId: number', 'before: capabilities', 'after: capabilities'],
  });
  declarations.declare({
    name: 'plinth/response_sent',
    kind: 'action',
    owner: '',
    since: '0.1.0',
    summary:
      'Fires when a page of the site is sent to a visitor, including cached pages, for which no page code runs. Intended for counting: callbacks should return at once, and the response does not wait for them.',
    args: ['page: SentPage'],
  });
  declarations.declare({
    name: 'plinth/plugin_resumed',
    kind: 'action',
    owner: '',
    since: '0.1.0',
    summary: 'Fires after a paused plugin has been resumed.',
    args: ['id'],
  });
  declarations.declare({
    name: 'plinth/deactivation_effects',
    kind: 'filter',
    owner: '',
    since: '0.1.0',
    summary:
      'Filters the effects of deactivating a plugin, as plain-text sentences in the reader’s language. The initial value lists what the plugin protects. The Plugins screen shows the effects and asks for confirmation; without any, it deactivates the plugin at once.',
    args: ['effects: texts', 'plugin: plugin ID'],
    check: isStringList,
  });
  declarations.declare({
    name: 'plinth/author_archive',
    kind: 'filter',
    owner: '',
    since: '0.1.0',
    summary: 'Filters whether the archive page with the posts of an account is public.',
    args: ['shown', 'user: UserWithRoles'],
    check: isBoolean,
  });
  declarations.declare({
    name: 'plinth/owner_details',
    kind: 'filter',
    owner: '',
    since: '0.1.0',
    summary:
      'Filters the details of the site’s operator, as lines of plain text in the reader’s language. They are shown below every email that has a layout, and next to the contact form.',
    args: ['lines: texts'],
    check: isStringList,
  });
  declarations.declare({
    name: 'plinth/language_url',
    kind: 'filter',
    owner: '',
    since: '0.1.0',
    summary:
      'Filters the URL to which a visitor is sent after selecting another language, for content that has its own URL in each language. By default it is the same page. The `wp_lang` parameter is appended to the result.',
    args: ['url: URL, empty for the same page', 'locale'],
    check: isString,
  });
  declarations.declare({
    name: 'plinth/menu_links',
    kind: 'filter',
    owner: '',
    since: '0.1.0',
    summary:
      'Filters the links that the owner can add to menus besides posts and terms, such as pages and lists of plugins. Runs on the Menus screen only; the initial value contains the links that the theme’s menus include by default.',
    args: ['links: list of title and url'],
    check: isMenuList,
  });
  declarations.declare({
    name: 'plinth/login_limit',
    kind: 'filter',
    owner: '',
    since: '0.1.0',
    summary:
      'Filters the maximum number of attempts within 15 minutes per account and network (`account`), per network (`network`) or per account from any network (`name`), and within an hour per account from all networks together that have no previous login to it (`strangers`). The limiters are `login` (passwords), `lost` (password reset emails), `key` (password reset keys), `factor` (two-factor), `rest` (API clients) and `page` (password-protected pages).',
    args: ['limit: int', 'of', 'limiter'],
    check: isPositiveInteger,
  });
  declarations.declare({
    name: 'plinth/two_factor_required',
    kind: 'filter',
    owner: '',
    since: '0.1.0',
    summary:
      'Filters whether an account must use two-factor. The initial value comes from the settings for its roles. An account without two-factor has to set it up at the next login.',
    args: ['required', 'user: UserWithRoles'],
    check: isBoolean,
    failClosed: true,
  });
  declarations.declare({
    name: 'plinth/two_factor_changed',
    kind: 'action',
    owner: '',
    since: '0.1.0',
    summary:
      'Fires after a two-factor method has been added or removed, or two-factor has been reset. The account’s owner is notified by email.',
    args: ['userId: int', 'event: app-added, app-removed, passkey-added, passkey-removed, reset'],
  });
  declarations.declare({
    name: 'plinth/two_factor_failed',
    kind: 'action',
    owner: '',
    since: '0.1.0',
    summary: 'Fires when the password of a login was correct but its second factor was not.',
    args: ['user: UserWithRoles', 'way: passkey, totp, recovery'],
  });
  declarations.declare({
    name: 'plinth/strip_image_location',
    kind: 'filter',
    owner: '',
    since: '0.1.0',
    summary: 'Filters whether the location that cameras write into an image is removed before the image is stored.',
    args: ['forget', 'type'],
    check: isBoolean,
  });
  declarations.declare({
    name: 'plinth/attachment_usage',
    kind: 'filter',
    owner: '',
    since: '0.1.0',
    summary:
      'Filters the list of places where an attachment is used, apart from post content, featured images, the logo and the site icon; for plugins that store their content elsewhere.',
    args: ['uses: list of title, url, note', 'attachment'],
    check: Array.isArray,
  });
  declarations.declare({
    name: 'plinth/admin_redirect',
    kind: 'filter',
    owner: '',
    since: '0.1.0',
    summary:
      'Filters the path on the site to which a user is redirected who opens an admin screen without needing the admin. An empty string lets the user in, subject to their capabilities.',
    args: ['path', 'userId', 'requestedPath: path of the requested screen'],
    check: isString,
  });
  declarations.declare({
    name: 'plinth/footer_html',
    kind: 'filter',
    owner: '',
    since: '0.1.0',
    summary:
      'Filters the HTML next to the footer menu on every page, such as the site’s operator and the payment methods. `enclosed` is true on pages where the visitor is in the middle of a process to complete.',
    args: ['html', 'enclosed'],
    check: isString,
  });
  declarations.declare({
    name: 'plinth/fallback_menu_items',
    kind: 'filter',
    owner: '',
    since: '0.1.0',
    summary:
      'Filters the items shown in the primary location while no menu is assigned to it. Each has a `title` and a `url`.',
    args: ['items: array'],
    check: Array.isArray,
  });
  declarations.declare({
    name: 'plinth/footer_links',
    kind: 'filter',
    owner: '',
    since: '0.1.0',
    summary:
      'Filters the links that plugins add to the footer of every page, whatever the owner’s menu, so that a menu cannot remove legal links. Each has a `title` and a `url`, and a `language` if its target is in another language than the page.',
    args: ['items: array'],
    check: Array.isArray,
  });
  declarations.declare({
    name: 'plinth/header_links',
    kind: 'filter',
    owner: '',
    since: '0.1.0',
    summary:
      'Filters the links shown next to the site’s name whatever the owner’s menu, such as cart, account and wishlist. Each has a `title`, a `url` and an `icon` (`bag`, `account`, `heart`). A link that counts items also has a `count`, shown on the icon, and a `label` without the count, so that the layout does not shift as the count grows.',
    args: ['tools: lists'],
    check: Array.isArray,
  });
  declarations.declare({
    name: 'plinth/login_url',
    kind: 'filter',
    owner: '',
    since: '0.1.0',
    summary:
      'Filters the URL of the login link on every page, for example that of a plugin’s page with the login form (`handleLogin`). Users without access to the admin are also redirected there after logging out.',
    args: ['url'],
    check: isString,
  });
  declarations.declare({
    name: 'plinth/not_found',
    kind: 'filter',
    owner: '',
    since: '0.1.0',
    summary: 'Filters the HTML on the 404 page that suggests where to go next.',
    args: ['html'],
    check: isString,
  });
  declarations.declare({
    name: 'plinth/search_results',
    kind: 'filter',
    owner: '',
    since: '0.1.0',
    summary:
      'Filters the HTML above the posts on the first page of the site’s search results, for results of plugins that store their content elsewhere.',
    args: ['html', 'words'],
    check: isString,
  });
  declarations.declare({
    name: 'plinth/document',
    kind: 'filter',
    owner: '',
    since: '0.1.0',
    summary:
      'Filters the document data of a page of the site, including pages of plugins: `title`, `description`, `canonical`, `robots`, `jsonLd`, `head` (lines). Runs after the content has been rendered, so that callbacks can use data collected from it; `wp_head` fires earlier, as in WordPress.',
    args: ['document: PageDocument'],
    check: isDocument,
  });
}
