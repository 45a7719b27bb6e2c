import type { BodyReply, RedirectReply, Reply } from '../api/index.js';
import type { SitePageRequest } from '../http/page-request.js';
import { postComment } from './comments/index.js';
import type { FrontPartDeps } from './front-deps.js';
import { NO_CACHE } from '../responses/index.js';
import { xml } from './xml-text.js';
import { plainName } from '../formatting/index.js';

type FileAnswer = (deps: FrontPartDeps, request: SitePageRequest) => Promise<Reply> | Reply;

const HTML = 'text/html; charset=UTF-8';
const PLAIN = 'text/plain;charset=UTF-8';

const empty: FileAnswer = () => ({ kind: 'body', type: HTML, body: '' });
const forbidden: FileAnswer = () => ({ kind: 'body', status: 403, type: HTML, body: '' });
const register: FileAnswer = ({ siteUrl }) => redirect(`${siteUrl}/wp-login.php?action=register`);
const withSlash: FileAnswer = (_deps, { path }) => ({ kind: 'redirect', status: 301, location: `${path}/` });

/** WordPress's path of the default icon. */
export const FAVICON = '/wp-includes/images/w-logo-gray-white-bg.png';

/** WordPress files that clients and old links request by name. */
const FILES: Readonly<Record<string, FileAnswer>> = {
  '/wp-signup.php': register,
  '/wp-activate.php': register,
  '/wp-cron.php': () => ({
    kind: 'body',
    type: HTML,
    headers: { Expires: NO_CACHE.Expires, 'Cache-Control': 'no-cache, must-revalidate, max-age=0' },
    body: '',
  }),
  '/xmlrpc.php': xmlRpc,
  '/wp-trackback.php': ({ translate: __ }) => ({
    kind: 'body',
    status: 404,
    type: 'text/xml; charset=UTF-8',
    headers: NO_CACHE,
    body: `<?xml version="1.0" encoding="utf-8"?>\n<response>\n<error>1</error>\n<message>${xml(__('Sorry, trackbacks are closed for this item.'))}</message>\n</response>\n`,
  }),
  '/wp-comments-post.php': postComment,
  '/wp-links-opml.php': async ({ options }) => ({
    kind: 'body',
    type: 'text/xml; charset=UTF-8',
    body: `<?xml version="1.0"?>\n<opml version="1.0">\n<head><title>${xml(plainName(await options.getOption('blogname')))}</title></head>\n<body></body>\n</opml>\n`,
  }),
  '/wp-content': withSlash,
  '/wp-content/': empty,
  '/wp-content/index.php': empty,
  '/wp-content/plugins/': empty,
  '/wp-content/themes/': empty,
  '/wp-includes': withSlash,
  '/wp-includes/': forbidden,
  [FAVICON]: ({ siteUrl }) => ({
    kind: 'redirect',
    status: 302,
    location: `${siteUrl}/wp-includes/assets/favicon.svg`,
  }),
  // Files meant only for inclusion return an empty page.
  '/wp-load.php': empty,
  '/wp-config.php': empty,
  '/wp-content/plugins/hello.php': empty,
  // Files that fail on direct access in WordPress; here this is a normal response, not an error in the log.
  '/wp-settings.php': () => ({ kind: 'body', status: 500, type: HTML, body: '' }),
  // Reveals the software, but never its version.
  '/readme.html': async ({ renderMessage, translate: __ }) => ({
    kind: 'body',
    type: HTML,
    body: await renderMessage(
      200,
      __('Plinth › ReadMe'),
      __('This site runs on Plinth, free software under the MIT license.'),
    ),
  }),
  '/license.txt': () => ({
    kind: 'body',
    type: 'text/plain',
    body: 'Plinth is free software under the MIT license (SPDX: MIT). The license text is in the file LICENSE of the source code.\n',
  }),
  '/wp-blog-header.php': () => ({ kind: 'body', status: 404, type: HTML, headers: NO_CACHE, body: '' }),
  '/wp-includes/version.php': empty,
  '/wp-mail.php': async ({ renderMessage, translate: __ }) => ({
    kind: 'body',
    status: 403,
    type: HTML,
    headers: NO_CACHE,
    body: await renderMessage(403, '', __('This action has been disabled by the administrator.')),
  }),
};

/** Responds to URLs of WordPress's own files; undefined for every other URL. */
export function wordpressFile(deps: FrontPartDeps, request: SitePageRequest): Promise<Reply> | Reply | undefined {
  return Object.hasOwn(FILES, request.path) ? FILES[request.path]?.(deps, request) : undefined;
}

/** Whether a path ends with a PHP file, none of which exist besides the index. */
export function isPhpFile(path: string): boolean {
  return /\.php$/i.test(path) && path !== '/index.php';
}

/** Short URLs that redirect to the admin (`wp_redirect_admin_locations`). */
export function adminShortcut(
  { siteUrl }: Pick<FrontPartDeps, 'siteUrl'>,
  { path, url }: SitePageRequest,
): RedirectReply | undefined {
  if (url.search !== '') return undefined;
  const slug = path.replace(/^\/+|\/+$/g, '');
  if (['admin', 'dashboard', 'wp-admin'].includes(slug)) return redirect(`${siteUrl}/wp-admin/`);
  return ['login', 'login.php', 'wp-login.php'].includes(slug) ? redirect(`${siteUrl}/wp-login.php`) : undefined;
}

function redirect(location: string): RedirectReply {
  return { kind: 'redirect', status: 302, location, headers: NO_CACHE };
}

function postOnly(body: string): BodyReply {
  return { kind: 'body', status: 405, type: PLAIN, headers: { Allow: 'POST' }, body };
}

/** XML-RPC is not supported; clients get an XML-RPC error. */
function xmlRpc({ translate: __, siteUrl }: FrontPartDeps, { method, query }: SitePageRequest): Reply {
  if (query.rsd !== undefined) {
    const api = `<api name="WP-API" blogID="1" preferred="true" apiLink="${xml(`${siteUrl}/wp-json/`)}" />`;
    const service = `<service><engineName>Plinth</engineName><homePageLink>${xml(`${siteUrl}/`)}</homePageLink><apis>${api}</apis></service>`;
    return {
      kind: 'body',
      type: 'text/xml; charset=UTF-8',
      body: `<?xml version="1.0" encoding="UTF-8"?>\n<rsd version="1.0" xmlns="http://archipelago.phrasewise.com/rsd">${service}</rsd>\n`,
    };
  }
  if (method !== 'POST') return postOnly('XML-RPC server accepts POST requests only.');
  const error = `<value><struct><member><name>faultCode</name><value><int>405</int></value></member><member><name>faultString</name><value><string>${xml(__('XML-RPC services are disabled on this site.'))}</string></value></member></struct></value>`;
  return {
    kind: 'body',
    type: 'text/xml; charset=UTF-8',
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<methodResponse><fault>${error}</fault></methodResponse>\n`,
  };
}
