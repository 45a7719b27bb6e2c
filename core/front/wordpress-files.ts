import type { BodyReply, RedirectReply, Reply } from '../api/index.js';
import type { SitePageRequest } from '../http/page-request.js';
import { postComment } from './comments/index.js';
import type { FrontPartDeps } from './front-deps.js';
import { NO_CACHE } from '../responses/index.js';
import { escapeXmlText } from './xml-text.js';
import { decodeSiteName } from '../formatting/index.js';

type FileHandler = (deps: FrontPartDeps, request: SitePageRequest) => Promise<Reply> | Reply;

const HTML_TYPE = 'text/html; charset=UTF-8';
const PLAIN_TYPE = 'text/plain;charset=UTF-8';

const emptyReply: FileHandler = () => ({ kind: 'body', type: HTML_TYPE, body: '' });
const forbiddenReply: FileHandler = () => ({ kind: 'body', status: 403, type: HTML_TYPE, body: '' });
const registerReply: FileHandler = ({ siteUrl }) => redirectTo(`${siteUrl}/wp-login.php?action=register`);
const addSlashReply: FileHandler = (_deps, { path }) => ({ kind: 'redirect', status: 301, location: `${path}/` });

/** Path of the default icon in WordPress. */
export const FAVICON_PATH = '/wp-includes/images/w-logo-gray-white-bg.png';

/** Replies for files of WordPress that clients and old links request. */
const FILE_HANDLERS: Readonly<Record<string, FileHandler>> = {
  '/wp-signup.php': registerReply,
  '/wp-activate.php': registerReply,
  '/wp-cron.php': () => ({
    kind: 'body',
    type: HTML_TYPE,
    headers: { Expires: NO_CACHE.Expires, 'Cache-Control': 'no-cache, must-revalidate, max-age=0' },
    body: '',
  }),
  '/xmlrpc.php': xmlRpcReply,
  '/wp-trackback.php': ({ translate: __ }) => ({
    kind: 'body',
    status: 404,
    type: 'text/xml; charset=UTF-8',
    headers: NO_CACHE,
    body: `<?xml version="1.0" encoding="utf-8"?>\n<response>\n<error>1</error>\n<message>${escapeXmlText(__('Sorry, trackbacks are closed for this item.'))}</message>\n</response>\n`,
  }),
  '/wp-comments-post.php': postComment,
  '/wp-links-opml.php': async ({ options }) => ({
    kind: 'body',
    type: 'text/xml; charset=UTF-8',
    body: `<?xml version="1.0"?>\n<opml version="1.0">\n<head><title>${escapeXmlText(decodeSiteName(await options.getOption('blogname')))}</title></head>\n<body></body>\n</opml>\n`,
  }),
  '/wp-content': addSlashReply,
  '/wp-content/': emptyReply,
  '/wp-content/index.php': emptyReply,
  '/wp-content/plugins/': emptyReply,
  '/wp-content/themes/': emptyReply,
  '/wp-includes': addSlashReply,
  '/wp-includes/': forbiddenReply,
  [FAVICON_PATH]: ({ siteUrl }) => ({
    kind: 'redirect',
    status: 302,
    location: `${siteUrl}/wp-includes/assets/favicon.svg`,
  }),
  // Files that are only included by others return an empty page.
  '/wp-load.php': emptyReply,
  '/wp-config.php': emptyReply,
  '/wp-content/plugins/hello.php': emptyReply,
  // In WordPress, this file fails on direct access. Here this is a normal response, so that no error is logged.
  '/wp-settings.php': () => ({ kind: 'body', status: 500, type: HTML_TYPE, body: '' }),
  // Names the software, but not its version.
  '/readme.html': async ({ renderMessage, translate: __ }) => ({
    kind: 'body',
    type: HTML_TYPE,
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
  '/wp-blog-header.php': () => ({ kind: 'body', status: 404, type: HTML_TYPE, headers: NO_CACHE, body: '' }),
  '/wp-includes/version.php': emptyReply,
  '/wp-mail.php': async ({ renderMessage, translate: __ }) => ({
    kind: 'body',
    status: 403,
    type: HTML_TYPE,
    headers: NO_CACHE,
    body: await renderMessage(403, '', __('This action has been disabled by the administrator.')),
  }),
};

/** Responds to the URLs of WordPress's own files; undefined for other URLs. */
export function wordpressFileReply(deps: FrontPartDeps, request: SitePageRequest): Promise<Reply> | Reply | undefined {
  return Object.hasOwn(FILE_HANDLERS, request.path) ? FILE_HANDLERS[request.path]?.(deps, request) : undefined;
}

/** Whether a path ends with the name of a PHP file, none of which exist except index.php. */
export function isPhpFile(path: string): boolean {
  return /\.php$/i.test(path) && path !== '/index.php';
}

/** Redirects short URLs to the admin (`wp_redirect_admin_locations`); undefined for other URLs. */
export function adminShortcut(
  { siteUrl }: Pick<FrontPartDeps, 'siteUrl'>,
  { path, url }: SitePageRequest,
): RedirectReply | undefined {
  if (url.search !== '') return undefined;
  const slug = path.replace(/^\/+|\/+$/g, '');
  if (['admin', 'dashboard', 'wp-admin'].includes(slug)) return redirectTo(`${siteUrl}/wp-admin/`);
  return ['login', 'login.php', 'wp-login.php'].includes(slug) ? redirectTo(`${siteUrl}/wp-login.php`) : undefined;
}

function redirectTo(location: string): RedirectReply {
  return { kind: 'redirect', status: 302, location, headers: NO_CACHE };
}

function postOnlyReply(body: string): BodyReply {
  return { kind: 'body', status: 405, type: PLAIN_TYPE, headers: { Allow: 'POST' }, body };
}

/** Responds with an XML-RPC error, because XML-RPC is not supported. */
function xmlRpcReply({ translate: __, siteUrl }: FrontPartDeps, { method, query }: SitePageRequest): Reply {
  if (query.rsd !== undefined) {
    const api = `<api name="WP-API" blogID="1" preferred="true" apiLink="${escapeXmlText(`${siteUrl}/wp-json/`)}" />`;
    const service = `<service><engineName>Plinth</engineName><homePageLink>${escapeXmlText(`${siteUrl}/`)}</homePageLink><apis>${api}</apis></service>`;
    return {
      kind: 'body',
      type: 'text/xml; charset=UTF-8',
      body: `<?xml version="1.0" encoding="UTF-8"?>\n<rsd version="1.0" xmlns="http://archipelago.phrasewise.com/rsd">${service}</rsd>\n`,
    };
  }
  if (method !== 'POST') return postOnlyReply('XML-RPC server accepts POST requests only.');
  const error = `<value><struct><member><name>faultCode</name><value><int>405</int></value></member><member><name>faultString</name><value><string>${escapeXmlText(__('XML-RPC services are disabled on this site.'))}</string></value></member></struct></value>`;
  return {
    kind: 'body',
    type: 'text/xml; charset=UTF-8',
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<methodResponse><fault>${error}</fault></methodResponse>\n`,
  };
}
