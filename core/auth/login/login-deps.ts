import type {
  HookApi,
  NonceApi,
  OptionsApi,
  PasswordRulesApi,
  Reply,
  RolesApi,
  LoginPage,
  UsersApi,
} from '../../api/index.js';
import type { SitePageRequest } from '../../http/page-request.js';
import type { Privacy } from '../../privacy/index.js';
import type { SecondFactors, SecretBox } from '../two-factor/index.js';
import type { LoginEmails } from './login-emails.js';
import type { LoginLimiter } from './limiter.js';
import type { ResetKeys } from './reset-keys.js';

/**
 * Response time, in milliseconds (or a multiple of it), of responses that must not reveal whether an account exists.
 */
export const RESPONSE_MS = 250;

/** Dependencies of the login screens. */
export interface LoginDeps {
  hooks: HookApi;
  /** Returns the scripts and styles that plugins add to the login, as rendered HTML. */
  assets?(): Promise<{ readonly head: string; readonly footer: string }>;
  options: Pick<OptionsApi, 'getOption'>;
  users: UsersApi;
  roles: Pick<RolesApi, 'userCan'>;
  nonces: NonceApi;
  keys: ResetKeys;
  limiter: LoginLimiter;
  /** Returns the user ID for a username and application password, for plugins that accept them here too; 0 for none. */
  findBasicAuthUser?(authorization: string): Promise<number>;
  /** Limits requests for password reset emails. */
  emailLimiter: Pick<LoginLimiter, 'attempt' | 'recordFailure'>;
  /** Limits attempts of second factors. */
  factorLimiter: Pick<LoginLimiter, 'attempt' | 'recordFailure' | 'recordSuccess'>;
  twoFactor: SecondFactors;
  /** Encrypts data stored in a session for a limited time. */
  box: SecretBox;
  /** Unix time in milliseconds. */
  now(): number;
  /** Limits attempts of reset keys. */
  keyLimiter: Pick<LoginLimiter, 'attempt' | 'recordFailure' | 'recordSuccess'>;
  /** Limits password attempts on protected pages. */
  pageLimiter: Pick<LoginLimiter, 'attempt'>;
  passwordProblem: PasswordRulesApi['passwordProblem'];
  /** The site's secret, for signing cookies. */
  secret: string;
  /** Renders a view of `templates`, such as `site/login/login`. */
  render(view: string, data: Readonly<Record<string, unknown>>): Promise<string> | string;
  emails: LoginEmails;
  /** Personal data requests; without them their links are unknown. */
  privacy?: Pick<Privacy, 'api' | 'requests' | 'fulfillment'>;
  siteUrl: string;
  /** URL of the login screens. */
  loginUrl: string;
  /** The page of the site that contains the login screens; absent for the host's own. */
  loginPage?: LoginPage;
  /** The visitor's language, `en_US`. */
  locale(): string;
  /** Translates a text of the screens into the visitor's language. */
  translate(text: string, ...values: (string | number)[]): string;
  /** URL of the login stylesheet. */
  stylesheet?: string;
  /** Returns the URL of a host script. */
  scriptUrl?(file: string): string;
}

/** Handles the login: at `/wp-login.php`, or on a page of the site that contains its screens. */
export type Login = (request: SitePageRequest, loginPage?: LoginPage) => Promise<Reply>;
