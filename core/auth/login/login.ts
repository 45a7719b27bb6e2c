import { padDuration, isWpError, type Reply, type UserWithRoles, WpError } from '../../api/index.js';
import { localTarget } from '../../network/index.js';
import type { SitePageRequest } from '../../http/page-request.js';
import { authenticate } from './authenticate.js';
import { completeLogin, startPageUrl, type LoginRequest } from './complete-login.js';
import { RESPONSE_MS, type LoginDeps } from './login-deps.js';
import { plainMessages } from '../../formatting/text/plain-message.js';
import { beginPending } from './pending-login.js';
import { readSubmittedName, type ScreenLink, TEST_COOKIE } from './screen-parts.js';
import { createRedirect, screenUrl, showScreen } from './screen.js';

/** Notices shown above the form, by query parameter. */
const NOTICES: Record<string, string> = {
  'loggedout=true': 'You are now logged out.',
  'checkemail=confirm': 'If this account exists, we’ve sent an email with a link.',
  'checkemail=registered': 'Registration complete. Please check your email.',
  'registration=disabled': 'User registration is currently not allowed.',
  'password=changed': 'Your password has been reset.',
};

/** Errors shown above the form, by query parameter. */
const ERRORS_BY_PARAMETER: Record<string, string> = {
  'step=expired': 'Two-factor authentication took too long. Log in again.',
  'step=toomany': 'Too many failed attempts. Try again in 15 minutes.',
};

const NO_COOKIES =
  'Your browser is blocking cookies, so you can’t stay logged in. Allow cookies for this site and log in again.';

/** Error codes that would reveal which accounts exist. */
const HIDDEN_ERROR_CODES: readonly string[] = ['invalid_username', 'invalid_email', 'incorrect_password'];

/** `action=login`: the login form and its submission. */
export async function loginScreen(deps: LoginDeps, request: SitePageRequest): Promise<Reply> {
  const loginRequest = request.field('redirect_to');
  const target =
    localTarget(
      loginRequest === '' || /^(?:[a-z]+:|[/\\])/i.test(loginRequest.trim()) ? loginRequest : `/${loginRequest}`,
      deps.siteUrl,
    ) ?? deps.loginPage?.returnTo;
  if (request.method === 'POST') return logIn(deps, request, target);
  const isReauth = request.field('reauth') === '1';
  if (request.userId > 0 && !isReauth) return createRedirect(target ?? (await startPageUrl(deps, request.userId)));
  const matchingTexts = (texts: Record<string, string>): string[] =>
    Object.entries(texts).flatMap(([pair, text]) => {
      const [name = '', value] = pair.split('=');
      return request.query[name] === value ? [text] : [];
    });
  const messages = matchingTexts(NOTICES);
  const rememberedLogin = deps.loginPage ? readSubmittedName(request) : '';
  const showsCheckEmail = request.query.checkemail !== undefined || request.field('action') === 'checkemail';
  const found = await authenticate(deps, '', '');
  // Users that a plugin authenticates in another way, such as single sign-on, need not fill in the form.
  if (!isWpError(found) && !showsCheckEmail && !isReauth)
    return continueLogin(deps, request, found, {
      remember: false,
      target: target ?? '',
      submittedTarget: loginRequest,
    });
  const error = isWpError(found) ? found : new WpError();
  const formState = await applyScreenFilters(deps, {
    error,
    target,
    submittedTarget: loginRequest,
    errorMessages: matchingTexts(ERRORS_BY_PARAMETER),
    messages,
  });
  if (rememberedLogin !== '') formState.login = rememberedLogin;
  return showForm(
    deps,
    showsCheckEmail ? { ...formState, action: 'checkemail', title: 'Check your email' } : formState,
  );
}

/**
 * Returns the form's redirect target and messages after the filters of plugins (`login_redirect`, `wp_login_errors`).
 * Empty fields of an unsubmitted form are not errors.
 */
async function applyScreenFilters(
  deps: LoginDeps,
  {
    error,
    target,
    submittedTarget,
    errorMessages,
    messages,
    login,
  }: {
    error: WpError;
    target: string | undefined;
    submittedTarget: string;
    errorMessages: readonly string[];
    messages: readonly string[];
    login?: string;
  },
): Promise<FormState> {
  const filteredTarget = await deps.hooks.applyFilters('login_redirect', target ?? '', submittedTarget, error);
  const initialErrors = new WpError();
  if (login !== undefined)
    for (const code of error.getErrorCodes())
      for (const text of error.getErrorMessages(code)) initialErrors.add(code, text, error.getErrorData(code));
  for (const text of errorMessages) initialErrors.add('trouble', text);
  for (const text of messages) initialErrors.add('message', text, 'message');
  const filtered = await deps.hooks.applyFilters<WpError>('wp_login_errors', initialErrors, filteredTarget);
  const isMessage = (code: string): boolean => filtered.getErrorData(code) === 'message';
  const errors = new WpError();
  for (const code of filtered.getErrorCodes())
    if (!isMessage(code))
      for (const text of filtered.getErrorMessages(code)) errors.add(code, text, filtered.getErrorData(code));
  return {
    target: localTarget(filteredTarget, deps.siteUrl) ?? target,
    errors: errors.hasErrors() ? publicErrors(errors) : [],
    messages: filtered
      .getErrorCodes()
      .filter(isMessage)
      .flatMap((code) => filtered.getErrorMessages(code)),
    link: errorLink(errors),
    ...(login === undefined
      ? {}
      : { login, field: errors.getErrorCode() === 'empty_username' ? 'user_login' : 'user_pass' }),
  };
}

async function logIn(deps: LoginDeps, request: SitePageRequest, target: string | undefined): Promise<Reply> {
  const login = request.field('log').trim();
  const password = request.field('pwd');
  const isEmpty = login === '' && password === '';
  const wait = isEmpty ? 0 : await deps.limiter.attempt(login, request.ip);
  if (wait > 0) {
    await deps.hooks.doAction('plinth/login_locked_out', login, wait);
    const error = deps.translate('Too many failed attempts. Try again in %s min.', Math.ceil(wait / 60));
    return showForm(deps, { login, target, errors: [error], status: 429 });
  }
  const user = await padDuration(
    RESPONSE_MS,
    async () => {
      const found = await authenticate(deps, login, password);
      if (!isWpError(found)) return found;
      if (!isEmpty) await deps.limiter.recordFailure(request.ip);
      await deps.hooks.doAction('wp_login_failed', login, found);
      return found;
    },
    isWpError,
  );
  if (isWpError(user))
    return showForm(
      deps,
      await applyScreenFilters(deps, {
        error: user,
        target,
        submittedTarget: request.field('redirect_to'),
        errorMessages: [],
        messages: [],
        login,
      }),
    );
  await deps.limiter.recordSuccess(login, request.ip);
  // The form sets a test cookie; without cookies the user would not be recognized on the next page.
  if (request.field('testcookie') !== '' && request.cookies[TEST_COOKIE.name] === undefined)
    return showForm(deps, { login, target, errors: [NO_COOKIES] });
  return continueLogin(deps, request, user, {
    remember: request.field('rememberme') !== '',
    target: target ?? '',
    submittedTarget: request.field('redirect_to'),
  });
}

/** Logs in an authenticated user, or asks for the second factor. */
async function continueLogin(
  deps: LoginDeps,
  request: SitePageRequest,
  user: UserWithRoles,
  loginRequest: LoginRequest,
): Promise<Reply> {
  const needsSecondFactor = await deps.twoFactor.isOn(user.id);
  if (needsSecondFactor || (await deps.twoFactor.isRequired(user))) {
    await beginPending(deps, request, user, loginRequest);
    return createRedirect(screenUrl(deps, `action=${needsSecondFactor ? 'two-factor' : 'two-factor-setup'}`));
  }
  return createRedirect(await completeLogin(deps, request, user, loginRequest));
}

/** Returns the reasons for a failed login without revealing whether the account exists. */
function publicErrors(error: WpError): string[] {
  return HIDDEN_ERROR_CODES.includes(String(error.getErrorCode()))
    ? ['The username or password is incorrect.']
    : plainMessages(error);
}

/** Returns the link supplied with an error: `{ link: { url, text } }` as the error's data. */
function errorLink(error: WpError): ScreenLink | undefined {
  const { link } = (error.getErrorData() ?? {}) as { link?: Partial<ScreenLink> };
  return typeof link?.url === 'string' && typeof link.text === 'string'
    ? { url: link.url, text: link.text }
    : undefined;
}

interface FormState {
  /** ID of the field of the first error. */
  field?: string;
  action?: string;
  title?: string;
  login?: string;
  target: string | undefined;
  errors?: readonly string[];
  messages?: readonly string[];
  link?: ScreenLink | undefined;
  status?: number;
}

function showForm(
  deps: LoginDeps,
  { login = '', target, errors, field, messages, link, status, action = 'login', title = 'Log In' }: FormState,
): ReturnType<typeof showScreen> {
  return showScreen(deps, 'login', {
    action,
    title,
    formAction: 'login_form',
    ...(errors ? { errors } : {}),
    ...(field === undefined ? {} : { field }),
    ...(messages ? { messages } : {}),
    link,
    ...(status === undefined ? {} : { status }),
    data: {
      login,
      redirectTo: target ?? '',
      encoded: encodeURIComponent(target ?? ''),
      passkeys: deps.twoFactor.passkeys.available,
    },
  });
}
