import type { Hooks } from '../hooks/index.js';

const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) > 0;
const isText = (value: unknown): boolean => typeof value === 'string';
const isDocument = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && isText((value as { title?: unknown }).title);
const isLines = (value: unknown): boolean => Array.isArray(value) && value.every((line) => typeof line === 'string');

const isMenu = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every(
    (one: unknown) =>
      typeof one === 'object' &&
      one !== null &&
      isText((one as { title?: unknown }).title) &&
      isText((one as { url?: unknown }).url),
  );

/** Declares the host's hooks that WordPress does not have. */
export function declareHostHooks({ declarations }: Pick<Hooks, 'declarations'>): void {
  declarations.declare({
    name: 'plinth/load_demo',
    kind: 'action',
    owner: '',
    since: '0.1.0',
    summary: 'A new site wants to be filled with a demonstration. Fired once; filling twice must change nothing.',
    args: [],
  });
  declarations.declare({
    name: 'plinth/url_changed',
    kind: 'action',
    owner: '',
    since: '0.3.0',
    summary:
      'Fired by plugins: what they show at an address of their own has another one now. The host has the old one lead there, wherever nothing else stands.',
    args: ['from: path', 'to: path'],
  });
  declarations.declare({
    name: 'plinth/login_locked_out',
    kind: 'action',
    owner: '',
    since: '0.2.0',
    summary: 'Someone has to wait before the next try at signing in.',
    args: ['login', 'seconds: number'],
  });
  declarations.declare({
    name: 'plinth/user_capabilities_changed',
    kind: 'action',
    owner: '',
    since: '0.2.0',
    summary:
      'The roles and capabilities of an account are others now; inside the transaction of the change, where there is one.',
    args: ['userId: number', 'before: capabilities', 'after: capabilities'],
  });
  declarations.declare({
    name: 'plinth/response_sent',
    kind: 'action',
    owner: '',
    since: '0.3.0',
    summary:
      'A page of the site goes out to someone, kept ones included: no code of a page runs for those. Meant for counting, at once and without waiting.',
    args: ['page: SentPage'],
  });
  declarations.declare({
    name: 'plinth/plugin_resumed',
    kind: 'action',
    owner: '',
    since: '0.2.0',
    summary: 'A plugin that had been paused gets another chance.',
    args: ['id'],
  });
  declarations.declare({
    name: 'plinth/deactivation_effects',
    kind: 'filter',
    owner: '',
    since: '0.3.0',
    summary:
      'What stops when a plugin is deactivated, as sentences of plain text in the language of the reader. The screen Plugins lists them and asks first; without any it deactivates at once. Starts with what the plugin protects.',
    args: ['effects: texts', 'plugin: its id'],
    check: isLines,
  });
  declarations.declare({
    name: 'plinth/author_archive',
    kind: 'filter',
    owner: '',
    since: '0.1.0',
    summary: 'Whether everybody may see the page that lists what an account has written.',
    args: ['shown', 'user: UserWithRoles'],
    check: isFlag,
  });
  declarations.declare({
    name: 'plinth/owner_details',
    kind: 'filter',
    owner: '',
    since: '0.1.0',
    summary:
      'Who runs the site, as lines of plain text: shown below each letter that has a layout, and beside the contact form. Asked in the language of the reader.',
    args: ['lines: texts'],
    check: isLines,
  });
  declarations.declare({
    name: 'plinth/language_url',
    kind: 'filter',
    owner: '',
    since: '0.3.0',
    summary:
      'Where a visitor goes who chooses another language on a page, for what has an address of its own in each: by itself the same page. The choice itself (`wp_lang`) is added behind.',
    args: ['address: empty for the same page', 'locale'],
    check: isText,
  });
  declarations.declare({
    name: 'plinth/menu_links',
    kind: 'filter',
    owner: '',
    since: '0.3.0',
    summary:
      'What the owner can put into menus besides posts and terms: pages and lists that plugins make. Asked for the menus screen only; what stands in the theme’s menus by itself is among them already.',
    args: ['links: a list of title and url'],
    check: isMenu,
  });
  declarations.declare({
    name: 'plinth/login_limit',
    kind: 'filter',
    owner: '',
    since: '0.2.0',
    summary:
      'How many tries there may be in a quarter of an hour, of an account from a network (`account`), of a network (`network`) or of an account from anywhere (`name`), and in an hour from all networks together from which nobody logged in to it (`strangers`). The limiters: `login` (passwords), `lost` (emails about lost passwords), `key` (the keys in them), `factor` (second steps), `rest` (programs), `page` (protected pages).',
    args: ['limit: int', 'of', 'limiter'],
    check: isCount,
  });
  declarations.declare({
    name: 'plinth/two_factor_required',
    kind: 'filter',
    owner: '',
    since: '0.2.0',
    summary:
      'Whether an account must have a second factor; the settings say it for roles. Whoever has none is led to set one up at the next sign-in.',
    args: ['required', 'user: UserWithRoles'],
    check: isFlag,
    failClosed: true,
  });
  declarations.declare({
    name: 'plinth/two_factor_changed',
    kind: 'action',
    owner: '',
    since: '0.2.0',
    summary: 'A second factor was added or taken away; its owner is told by letter.',
    args: ['userId: int', 'event: app-added, app-removed, passkey-added, passkey-removed, reset'],
  });
  declarations.declare({
    name: 'plinth/two_factor_failed',
    kind: 'action',
    owner: '',
    since: '0.2.0',
    summary: 'Someone gave the right password of an account, and not its second factor.',
    args: ['user: UserWithRoles', 'way: passkey, totp, recovery'],
  });
  declarations.declare({
    name: 'plinth/strip_image_location',
    kind: 'filter',
    owner: '',
    since: '0.2.0',
    summary:
      'Whether the place where an image was taken, which cameras write into it, is blanked before it is stored.',
    args: ['forget', 'type'],
    check: isFlag,
  });
  declarations.declare({
    name: 'plinth/attachment_usage',
    kind: 'filter',
    owner: '',
    since: '0.3.0',
    summary:
      'Where a file of the library is used besides texts, featured images, logo and icon: what plugins show that keep their things elsewhere.',
    args: ['uses: title, url, note', 'attachment'],
    check: Array.isArray,
  });
  declarations.declare({
    name: 'plinth/admin_redirect',
    kind: 'filter',
    owner: '',
    since: '0.3.0',
    summary:
      'Where someone is sent who opens a screen of the admin and has no business there: a path of the site; empty to let them in, as far as they may.',
    args: ['path', 'userId', 'asked: the path of the screen'],
    check: isText,
  });
  declarations.declare({
    name: 'plinth/footer_html',
    kind: 'filter',
    owner: '',
    since: '0.3.0',
    summary:
      'HTML beside the menu at the foot of every page: who runs the site, how it is paid. A page that is `enclosed` is in the middle of something that its visitor is to finish.',
    args: ['html', 'enclosed'],
    check: isText,
  });
  declarations.declare({
    name: 'plinth/header_links',
    kind: 'filter',
    owner: '',
    since: '0.3.0',
    summary:
      'Links that stand beside the site’s name whatever menu the owner has made, each with `title`, `url`, `icon` (`bag`, `account`, `heart`) and, where some wait there, their `count`, drawn on the icon, with a `label` that names none, so that nothing moves as it grows: the cart, the account, the wish list.',
    args: ['tools: lists'],
    check: Array.isArray,
  });
  declarations.declare({
    name: 'plinth/login_url',
    kind: 'filter',
    owner: '',
    since: '0.3.0',
    summary:
      'The address that the link to the sign-in has on every page; of a page of a plugin that has the sign-in, for one (`signInAt`). Who has no business in the admin is led there after logging out too.',
    args: ['url'],
    check: isText,
  });
  declarations.declare({
    name: 'plinth/not_found',
    kind: 'filter',
    owner: '',
    since: '0.3.0',
    summary: 'HTML on the page that says that there is nothing at an address, which leads on.',
    args: ['html'],
    check: isText,
  });
  declarations.declare({
    name: 'plinth/search_results',
    kind: 'filter',
    owner: '',
    since: '0.1.0',
    summary:
      'HTML above the posts that the search of the site found, on its first page: what plugins find, which keep their things elsewhere.',
    args: ['html', 'words'],
    check: isText,
  });
  declarations.declare({
    name: 'plinth/document',
    kind: 'filter',
    owner: '',
    since: '0.2.0',
    summary:
      'What a page of the site says of itself in its head, also one that a plugin answers: `title`, `description`, `canonical`, `robots`, `jsonLd`, `head` (lines). Asked when the page is made, so whoever looked at its content meanwhile knows what it holds; `wp_head` fires before, as in WordPress.',
    args: ['document: PageDocument'],
    check: isDocument,
  });
}
