import type { PageReply, LoginPage, LoginScreen } from '../../api/index.js';
import { escapeText, captureAction } from '../../document/index.js';
import { NO_CACHE } from '../../responses/index.js';
import type { LoginDeps } from './login-deps.js';
import { navigation, type LoginScreenOptions, TEST_COOKIE } from './screen-parts.js';

/** Renders a step within a page of the site: the host renders the form and its errors, the page provides the rest. */
export async function renderInLayout(
  deps: LoginDeps,
  loginPage: LoginPage,
  view: string,
  screen: LoginScreenOptions,
): Promise<PageReply> {
  const { hooks, translate } = deps;
  const errors = (screen.errors ?? []).map((text) => translate(text));
  const field = screen.field ?? '';
  const title = translate(screen.title);
  await hooks.doAction('login_enqueue_scripts');
  const pluginAssets = await deps.assets?.();
  const links = await navigation(deps, screen, deps.loginUrl);
  // The first error is shown at its field; other errors are shown above the form.
  const data = {
    ...screen.data,
    ...links,
    loginUrl: deps.loginUrl,
    placed: true,
    fieldErrors: errors.length > 0 && field !== '' ? { [field]: errors[0] } : {},
  };
  const message = await hooks.applyFilters('login_message', '');
  const scripts = (screen.scripts ?? []).map(
    (file) => `<script src="${escapeText(deps.scriptUrl?.(file) ?? '')}" defer></script>`,
  );
  const form = [
    pluginAssets?.head ?? '',
    ...scripts,
    message,
    await deps.render(`site/login/${view}`, data),
    await captureAction(hooks, 'login_footer'),
    pluginAssets?.footer ?? '',
  ]
    .filter((part) => part !== '')
    .join('\n');
  const loginScreen: LoginScreen = {
    step: view,
    title,
    form,
    field,
    errors,
    messages: (screen.messages ?? []).map((text) => translate(text)),
    link: screen.link,
    login: stringOf(screen.data?.login),
    redirectTo: stringOf(screen.data?.redirectTo),
    fields: links.fields,
    passkeyUrl:
      screen.data?.passkeys === true
        ? `${deps.loginUrl}?action=passkey&redirect_to=${stringOf(screen.data.encoded)}`
        : '',
    lostUrl: `${deps.loginUrl}?action=lostpassword&redirect_to=${stringOf(screen.data?.encoded)}`,
  };
  const page = await loginPage.renderPage(loginScreen);
  return {
    ...page,
    status: screen.status ?? page.status ?? 200,
    robots: 'noindex',
    headers: { ...page.headers, ...NO_CACHE, 'X-Robots-Tag': 'noindex' },
    cookies: [...(page.cookies ?? []), TEST_COOKIE],
  };
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
