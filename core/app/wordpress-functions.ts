import type { Audit } from '../audit/index.js';
import {
  createAccountNames,
  createLoginLimiter,
  createLoginApi,
  type Login,
  type LoginEmails,
  type ResetKeys,
} from '../auth/login/index.js';
import { createPublicUsersApi } from '../auth/users-api.js';
import type { SecondFactors } from '../auth/two-factor/index.js';
import {
  type ResponsesApi,
  type DatesApi,
  type Formatting,
  type NonceApi,
  type OptionsApi,
  type PublicUsersApi,
  type RateLimitsApi,
  type RemoteApi,
  type RestSchemaApi,
  type RolesApi,
  type LoginApi,
  type TemplateTagsApi,
  type ThemesApi,
  type UsersApi,
} from '../api/index.js';
import { createTemplateTags, type SiteContent } from '../content/index.js';
import type { TheContent } from '../content/the-content.js';
import type { createTheExcerpt } from '../content/the-excerpt.js';
import type { SiteDatabase } from '../db/index.js';
import { createResponses } from '../front/index.js';
import { currentOwner, type Hooks } from '../hooks/index.js';
import type { I18n } from '../i18n/index.js';
import { createRemote } from '../network/index.js';
import { createRestChecks, type Rest } from '../rest/index.js';
import { createThemeFunctions, type Views } from '../view/index.js';
import { type Config, coreVersion } from './config.js';

interface Parts {
  readonly config: Pick<Config, 'siteUrl' | 'root' | 'production'>;
  readonly db: SiteDatabase;
  readonly hooks: Hooks;
  readonly options: OptionsApi;
  readonly dates: DatesApi;
  readonly users: UsersApi;
  readonly roles: RolesApi;
  readonly content: SiteContent;
  readonly nonces: NonceApi;
  readonly formatting: Formatting;
  readonly i18n: I18n;
  readonly views: Views;
  readonly rest: Rest;
  readonly audit: Pick<Audit, 'record'>;
  readonly limits: RateLimitsApi;
  readonly twoFactor: SecondFactors;
  readonly resetKeys: ResetKeys;
  readonly loginEmails: LoginEmails;
  /** Returns the login screens; there are none before the site handles web requests. */
  loginScreens(): Login;
  readonly theContent: TheContent;
  readonly theExcerpt: ReturnType<typeof createTheExcerpt>;
  homeUrl(path?: string): string;
  adminUrl(path?: string): string;
}

type WordPressFunctions = ResponsesApi &
  RemoteApi &
  RestSchemaApi &
  LoginApi &
  PublicUsersApi &
  TemplateTagsApi &
  ThemesApi;

/** Functions that plugins know from WordPress and that the host itself does not use. */
export function wordpressFunctions(parts: Parts): WordPressFunctions {
  const {
    config,
    db,
    hooks,
    users,
    roles,
    content,
    nonces,
    formatting,
    i18n,
    limits,
    audit,
    theContent,
    theExcerpt,
    adminUrl,
  } = parts;
  const { siteUrl } = config;
  const version = coreVersion(config.root);
  return {
    ...createResponses({ hooks, nonces, siteUrl, escAttr: formatting.escAttr, wpKsesPost: formatting.wpKsesPost }),
    ...createRemote({ hooks, siteUrl, version }),
    ...createRestChecks(parts.rest),
    ...createLoginApi({
      hooks,
      users,
      nonces,
      siteUrl,
      twoFactor: parts.twoFactor,
      keys: parts.resetKeys,
      emails: parts.loginEmails,
      screens: parts.loginScreens,
      // Shares the login form's counters, so that one limit applies wherever attempts are made.
      limiter: createLoginLimiter(limits, {
        perUnknownNetworks: 20,
        accountOf: createAccountNames(db),
        limitOf: async (limit, of, name) => hooks.applyFilters('plinth/login_limit', limit, of, name),
      }),
      locale: i18n.locale,
      recordLogin: (user) =>
        audit.record({
          action: 'login.by_plugin',
          subject: { kind: 'user', id: String(user.id) },
          details: { plugin: currentOwner()?.owner ?? '' },
        }),
    }),
    ...createPublicUsersApi({ hooks, users, roles, content, formatting, siteLocale: i18n.locale, adminUrl }),
    ...createTemplateTags({
      ...parts,
      text: i18n.domain('default'),
      theContent: (text, post) => theContent.theContent(text, { postId: post.id, postType: post.post_type }),
      theExcerpt: async (post, passwordRequired) => {
        const excerpt = await theExcerpt({ ...post, passwordRequired });
        return hooks.applyFilters('the_excerpt', excerpt);
      },
    }),
    ...createThemeFunctions({ ...parts, siteUrl, version, production: config.production, locale: i18n.locale }),
  };
}
