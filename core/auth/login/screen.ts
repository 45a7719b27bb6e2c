import { type RedirectReply, type Reply } from '../../api/index.js';
import { escapeText, languageAttributes, captureAction, resourceHints, robotsContent } from '../../document/index.js';
import { NO_CACHE } from '../../responses/index.js';
import type { LoginDeps } from './login-deps.js';
import { decodeSiteName } from '../../formatting/index.js';
import { renderInLayout } from './login-layout.js';
import { navigation, type LoginScreenOptions, TEST_COOKIE } from './screen-parts.js';

/** Headers of every response of the login screens, which must not be cached. */
const HEADERS = { ...NO_CACHE, 'X-Robots-Tag': 'noindex' } as const;

/** Renders a screen (`login_header`, `login_footer`) with the additions of plugins. */
export async function showScreen(deps: LoginDeps, view: string, screen: LoginScreenOptions): Promise<Reply> {
  if (deps.loginPage) return renderInLayout(deps, deps.loginPage, view, screen);
  const siteName = decodeSiteName(await deps.options.getOption('blogname'));
  const language = deps.locale().replace('_', '-');
  const title = deps.translate(screen.title);
  const { loginUrl } = deps;
  const robots = {
    'max-image-preview': 'large',
    noindex: true,
    ...(screen.plain ? { follow: true } : { noarchive: true }),
  };
  const frame = screen.plain
    ? {
        title,
        languageAttributes: await languageAttributes(deps.hooks, language),
        robots: await robotsContent(deps.hooks, robots),
      }
    : await screenFrame(deps, screen, { title, siteName, language, robots });
  const pluginAssets = screen.plain ? undefined : await deps.assets?.();
  const data = {
    ...screen.data,
    ...frame,
    heading: title,
    action: screen.action,
    plain: screen.plain ?? false,
    messages: (screen.messages ?? []).map((text) => deps.translate(text)),
    link: screen.link,
    siteName,
    homeUrl: `${deps.siteUrl}/`,
    loginUrl,
    stylesheet: deps.stylesheet ?? '',
    assets: pluginAssets?.head ?? '',
    scripts: (screen.scripts ?? []).map((file) => deps.scriptUrl?.(file) ?? ''),
  };
  const body = await deps.render(`site/login/${view}`, { ...data, ...(await navigation(deps, screen, loginUrl)) });
  const footer = screen.plain
    ? ''
    : [
        await captureAction(deps.hooks, 'login_footer'),
        pluginAssets?.footer ?? '',
        await captureAction(deps.hooks, 'wp_print_footer_scripts'),
      ]
        .filter((part) => part !== '')
        .join('\n');
  const document = await deps.render('site/login/document', { ...data, body, footer });
  return {
    kind: 'body',
    type: 'text/html; charset=UTF-8',
    status: screen.status ?? 200,
    headers: HEADERS,
    cookies: [TEST_COOKIE],
    body: document,
  };
}

/** Returns the frame around a form; hooks fire in WordPress's order. */
async function screenFrame(
  deps: LoginDeps,
  screen: LoginScreenOptions,
  {
    title,
    siteName,
    language,
    robots,
  }: { title: string; siteName: string; language: string; robots: Record<string, string | boolean> },
): Promise<object> {
  const { hooks } = deps;
  const documentTitle = await hooks.applyFilters('login_title', `${title} ‹ ${siteName} — Plinth`, title);
  const attributes = await languageAttributes(hooks, language);
  await hooks.doAction('login_enqueue_scripts');
  const head = [await captureAction(hooks, 'login_head')];
  const robotsLine = await robotsContent(hooks, robots);
  head.push(await resourceHints(hooks), await captureAction(hooks, 'wp_print_scripts'));
  const headerUrl = await hooks.applyFilters('login_headerurl', `${deps.siteUrl}/`);
  const classes = await hooks.applyFilters<readonly string[]>(
    'login_body_class',
    ['login-action-' + screen.action, 'wp-core-ui'],
    screen.action,
  );
  const header = await captureAction(hooks, 'login_header');
  const message = await hooks.applyFilters('login_message', '');
  return {
    title: documentTitle,
    languageAttributes: attributes,
    robots: robotsLine,
    head: head.filter((part) => part !== '').join('\n'),
    headerUrl,
    bodyClass: ['login', 'no-js', ...classes].join(' '),
    header,
    message,
    errors: await renderErrors(deps, screen),
  };
}

/** Renders the error messages after the filter of plugins (`login_errors`); empty if there are none. */
async function renderErrors(
  { hooks, translate }: LoginDeps,
  { errors = [], link }: LoginScreenOptions,
): Promise<string> {
  if (errors.length === 0) return '';
  const lines = errors.map((text) => `<p>${escapeText(translate(text))}</p>`);
  if (link) lines.push(`<p><a href="${escapeText(link.url)}">${escapeText(link.text)}</a></p>`);
  const html = await hooks.applyFilters('login_errors', lines.join('\n'));
  await hooks.doAction('wp_admin_notice', html, { type: 'error', id: 'login_error' });
  return html;
}

/**
 * Returns the URL of a screen at the same location, with the final redirect target; the host's own screens do not pass
 * it on.
 */
export function screenUrl(
  { loginUrl, loginPage }: Pick<LoginDeps, 'loginUrl' | 'loginPage'>,
  query: string,
  target = '',
): string {
  return `${loginUrl}?${query}${loginPage && target !== '' ? `&redirect_to=${encodeURIComponent(target)}` : ''}`;
}

/** Redirects the visitor. */
export function createRedirect(location: string): RedirectReply {
  return { kind: 'redirect', location, headers: HEADERS, cookies: [TEST_COOKIE] };
}
