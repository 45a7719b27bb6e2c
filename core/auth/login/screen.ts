import type { BodyReply, RedirectReply } from '../../api/index.js';
import type { LoginDeps } from './login-deps.js';

/** Headers of every answer of the login screen: nothing of it is kept by anybody. */
const HEADERS = {
  Expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
  'Cache-Control': 'no-cache, must-revalidate, max-age=0, no-store, private',
  'X-Robots-Tag': 'noindex',
} as const;

/** WordPress's cookie by which its screens see whether cookies work. */
export const TEST_COOKIE = { name: 'wordpress_test_cookie', value: 'WP Cookie check' };

export interface ScreenLink {
  readonly url: string;
  readonly text: string;
}

interface Screen {
  action: string;
  title: string;
  status?: number;
  /** Sentences that say what went wrong; shown as text. */
  errors?: readonly string[];
  messages?: readonly string[];
  /** What helps out of an error. */
  link?: ScreenLink | undefined;
  data?: Readonly<Record<string, unknown>>;
  /** Scripts of the host that the screen is better with. */
  scripts?: readonly string[];
  /** A question between two pages: it is no screen of the login, and has the site's name in its title or nowhere. */
  plain?: boolean;
}

/** Renders a screen. */
export async function showScreen(deps: LoginDeps, view: string, screen: Screen): Promise<BodyReply> {
  const siteName = String(await deps.options.getOption('blogname'));
  const canRegister = isOn(await deps.options.getOption('users_can_register'));
  const data = {
    ...screen.data,
    action: screen.action,
    plain: screen.plain ?? false,
    title: deps.translate(screen.title),
    errors: (screen.errors ?? []).map((text) => deps.translate(text)),
    messages: (screen.messages ?? []).map((text) => deps.translate(text)),
    link: screen.link,
    siteName,
    canRegister,
    homeUrl: `${deps.siteUrl}/`,
    loginUrl: `${deps.siteUrl}/wp-login.php`,
    language: deps.locale().replace('_', '-'),
    stylesheet: deps.stylesheet ?? '',
    scripts: (screen.scripts ?? []).map((file) => deps.scriptUrl?.(file) ?? ''),
  };
  const body = await deps.render('site/login/document', { ...data, body: await deps.render(`site/login/${view}`, data) });
  return { kind: 'body', type: 'text/html; charset=UTF-8', status: screen.status ?? 200, headers: HEADERS, cookies: [TEST_COOKIE], body };
}

/** Sends the visitor on. */
export function goTo(location: string): RedirectReply {
  return { kind: 'redirect', location, headers: HEADERS, cookies: [TEST_COOKIE] };
}

/** Options of the form 1 and 0 come back as texts. */
export function isOn(value: unknown): boolean {
  return value === true || value === 1 || value === '1';
}
