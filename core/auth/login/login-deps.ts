import type {
  HookApi,
  MaybePromise,
  NonceApi,
  OptionsApi,
  PasswordRulesApi,
  Reply,
  RolesApi,
  SignInPlace,
  UsersApi,
} from '../../api/index.js';
import type { SitePageRequest } from '../../http/page-request.js';
import type { Privacy } from '../../privacy/index.js';
import type { SecondFactors, SecretBox } from '../two-factor/index.js';
import type { LoginEmails } from './login-emails.js';
import type { LoginLimiter } from './limiter.js';
import type { ResetKeys } from './reset-keys.js';

/** Milliseconds an answer takes that must not tell whether there is an account, or a multiple of them. */
export const ANSWER_MS = 250;

/** What the login screens need of the site. */
export interface LoginDeps {
  hooks: HookApi;
  /** Scripts and styles that plugins put into the sign-in, finished. */
  assets?(): MaybePromise<{ readonly head: string; readonly footer: string }>;
  options: Pick<OptionsApi, 'getOption'>;
  users: UsersApi;
  roles: Pick<RolesApi, 'userCan'>;
  nonces: NonceApi;
  keys: ResetKeys;
  limiter: LoginLimiter;
  /** The account of a name and an application password, for plugins that want them here too; 0 for none. */
  programUser?(authorization: string): Promise<number>;
  /** Counts who asks for letters about lost passwords. */
  emailLimiter: Pick<LoginLimiter, 'attempt' | 'recordFailure'>;
  /** Counts who tries second factors. */
  factorLimiter: Pick<LoginLimiter, 'attempt' | 'recordFailure' | 'recordSuccess'>;
  factors: SecondFactors;
  /** Locks what a session keeps for a while. */
  box: SecretBox;
  /** Milliseconds since 1970. */
  now(): number;
  /** Counts who tries the keys of such letters. */
  keyLimiter: Pick<LoginLimiter, 'attempt' | 'recordFailure' | 'recordSuccess'>;
  /** Counts who tries passwords of protected pages. */
  pageLimiter: Pick<LoginLimiter, 'attempt'>;
  passwordProblem: PasswordRulesApi['passwordProblem'];
  /** The site's secret, for what cookies hold. */
  secret: string;
  /** Renders a view of `templates`, such as `site/login/login`. */
  render(view: string, data: Readonly<Record<string, unknown>>): Promise<string> | string;
  emails: LoginEmails;
  /** Requests of people about their data; a site without them knows none of their links. */
  privacy?: Pick<Privacy, 'api' | 'requests' | 'fulfilment'>;
  siteUrl: string;
  /** The address at which the screens stand. */
  loginUrl: string;
  /** The page of the site that has the screens; absent for the host's own. */
  place?: SignInPlace;
  /** The visitor's language, `en_US`. */
  locale(): string;
  /** A sentence of the screens in the visitor's language. */
  translate(text: string, ...values: (string | number)[]): string;
  /** The address of the login pages' stylesheet. */
  stylesheet?: string;
  /** The address of one of the host's scripts. */
  scriptUrl?(file: string): string;
}

/** Answers the sign-in: at `/wp-login.php`, or at a page of the site that has its screens. */
export type Login = (request: SitePageRequest, place?: SignInPlace) => Promise<Reply>;
