import { padDuration, isWpError, type FrontRoute, type PageRequest, type PluginScope, type Reply } from 'plinth';
import { type FormHooks, formContext } from '../forms/form-hooks.js';
import { isFailedClosed } from '../contract/failed-closed.js';
import type { FormError } from '../contract/index.js';
import type { Emails } from '../emails/emails.js';
import type { Attempts } from '../forms/attempts.js';
import { REGISTRATION_EMAIL_KEY, SIGN_IN_PATH, showLoginPage } from './welcome.js';
import type { HandleExistingEmail } from './existing-email.js';
import type { Customers } from './customers.js';

interface RegistrationDeps {
  readonly scope: Pick<
    PluginScope,
    | '__'
    | 'db'
    | 'render'
    | 'wpNonceField'
    | 'homeUrl'
    | 'useAsset'
    | 'handleLogin'
    | 'addNotice'
    | 'isEmail'
    | 'locale'
    | 'passwordProblem'
    | 'wpHashPassword'
  >;
  readonly hooks: FormHooks;
  readonly customers: Customers;
  readonly emails: Emails;
  readonly handleExistingEmail: HandleExistingEmail;
  readonly attempts: Attempts;
}

const NONCE = 'store_register';
const QUARTER_HOUR_SECONDS = 900;
const MAX_NEW_ACCOUNTS = 10;
const DONE_PATH = '/register/?done=1';
/**
 * Unit that the response time is rounded up to, in milliseconds, so that timing does not reveal whether the account
 * exists.
 */
const RESPONSE_UNIT_MS = 1000;

/** The `/register/` page: creates an account from an email address and a password. */
export function registrationPage({
  scope,
  hooks,
  customers,
  emails,
  handleExistingEmail: handleTakenEmail,
  attempts,
}: RegistrationDeps): FrontRoute {
  const { __ } = scope;

  const loginUrl = scope.homeUrl(SIGN_IN_PATH);

  async function show(request: PageRequest, email: string, errors: readonly FormError[], status = 200): Promise<Reply> {
    scope.useAsset('store-checkout');
    const errorOf = (field: string): string => errors.find((error) => error.field === field)?.message ?? '';
    const data = {
      email,
      emailError: errorOf('register_email'),
      passwordError: errorOf('register_password'),
      errorSummary: await scope.render('checkout/errors', { errors }),
      extraFields: await hooks.fields(formContext('registration', request, request.method === 'POST')),
      nonceField: scope.wpNonceField(NONCE),
      loginUrl,
    };
    return {
      kind: 'page',
      status,
      title: __('Create an account'),
      view: 'accounts/register',
      data,
      robots: 'noindex',
      headers: { 'Cache-Control': 'no-store' },
      bodyClass: ['store-register'],
    };
  }

  /**
   * Only the email reveals whether an account already existed, so the visitor is not logged in here. The login form is
   * prefilled with the email address.
   */
  async function showDone({ session }: PageRequest): Promise<Reply> {
    return showLoginPage(scope, {
      title: __('Check your inbox'),
      returnTo: '/account/',
      email: session.get<string>(REGISTRATION_EMAIL_KEY) ?? '',
      submitted: true,
    });
  }

  async function check(request: PageRequest, email: string, password: string): Promise<readonly FormError[]> {
    const ownErrors: FormError[] = [];
    if (!request.verifyNonce(NONCE))
      ownErrors.push({
        field: '',
        message: __('This page has expired. Submit the form again; your entries are kept.'),
      });
    if (scope.isEmail(email) === false)
      ownErrors.push({
        field: 'register_email',
        message: __('Enter a full email address, such as name@example.com.'),
      });
    const weak = await scope.passwordProblem(password, { email });
    if (weak) ownErrors.push({ field: 'register_password', message: weak.getErrorMessage() });
    const errors = await hooks.errors(ownErrors, formContext('registration', request, true));
    if (errors.length > 0) return errors;
    if (!(await attempts.allow('account', request.ip, MAX_NEW_ACCOUNTS, QUARTER_HOUR_SECONDS)))
      return [
        { field: '', message: __('Too many accounts have been requested from your IP address. Try again later.') },
      ];
    return [];
  }

  /** Returns the path to continue at, or the reason why no account was created. */
  async function register(
    request: PageRequest,
    email: string,
    password: string,
  ): Promise<{ readonly location: string } | { readonly problem: string }> {
    try {
      return await scope.db.transaction(async () => {
        const context = formContext('registration', request, true);
        if (await customers.exists(email)) {
          // Hashing the password is the most expensive step of creating an account, so it runs here too.
          await scope.wpHashPassword(password);
          return { location: (await handleTakenEmail(email, context)) || DONE_PATH };
        }
        const created = await customers.create({ email, password }, context);
        if (isWpError(created)) return { problem: created.getErrorMessage() };
        await hooks.accepted(context, { orderId: 0, userId: created.userId, email });
        if (created.confirmAt === '') await emails.newAccount(email, scope.locale());
        return { location: created.confirmAt || DONE_PATH };
      });
    } catch (error) {
      if (!isFailedClosed(error)) throw error;
      return {
        problem: __('The form could not be fully checked, so nothing was sent. Try again in a moment.'),
      };
    }
  }

  return {
    path: '/register/',
    async handler(request) {
      if (request.userId > 0) return { kind: 'redirect', status: 303, location: '/account/' };
      if (request.method !== 'POST') return request.query.done === '1' ? showDone(request) : show(request, '', []);
      const email = request.field('register_email').trim().slice(0, 100);
      const password = request.field('register_password').slice(0, 200);
      const errors = await check(request, email, password);
      if (errors.length > 0) return show(request, email, errors, 422);
      const outcome = await padDuration(RESPONSE_UNIT_MS, () => register(request, email, password));
      if ('problem' in outcome)
        return show(request, email, [{ field: 'register_email', message: outcome.problem }], 422);
      request.session.set(REGISTRATION_EMAIL_KEY, email);
      return { kind: 'redirect', status: 303, location: outcome.location };
    },
  };
}
