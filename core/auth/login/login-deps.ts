import type { HookApi, Mail, NonceApi, OptionsApi, RolesApi, UsersApi } from '../../api/index.js';
import type { LoginLimiter } from './limiter.js';
import type { ResetKeys } from './reset-keys.js';

/** What the login screens need of the site. */
export interface LoginDeps {
  hooks: HookApi;
  options: Pick<OptionsApi, 'getOption'>;
  users: UsersApi;
  roles: Pick<RolesApi, 'userCan'>;
  nonces: NonceApi;
  keys: ResetKeys;
  limiter: LoginLimiter;
  /** Counts who tries passwords of protected pages. */
  pageLimiter: Pick<LoginLimiter, 'attempt'>;
  /** The site's secret, for what cookies hold. */
  secret: string;
  /** Renders a view of `templates`, such as `site/login/login`. */
  render(view: string, data: Readonly<Record<string, unknown>>): Promise<string> | string;
  mail(letter: Mail & { readonly subject: string }): Promise<boolean>;
  siteUrl: string;
  /** The visitor's language, `en_US`. */
  locale(): string;
  /** A sentence of the screens in the visitor's language. */
  translate(text: string, ...values: (string | number)[]): string;
  /** The address of the login pages' stylesheet. */
  stylesheet?: string;
}
