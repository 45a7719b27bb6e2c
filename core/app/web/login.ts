import {
  createAccountNames,
  createLogin,
  createLoginLimiter,
  type Login,
  type LoginLimiter,
  type LimiterOptions,
} from '../../auth/login/index.js';
import { createBasicAuth, type BasicAuthDeps } from '../../auth/basic-auth.js';
import { createRestAuthentication } from '../../auth/rest-auth.js';
import { clientIp, currentContext } from '../../context/index.js';
import { pluginsIdentifyUsers, currentVerifier } from '../../http/index.js';
import type { Site } from '../site.js';

export type WebLogin = ReturnType<typeof createWebLogin>;

/** Creates the login screens, their limits, and the authentication of API clients. */
export function createWebLogin(site: Site, scriptUrl: (file: string) => string) {
  const { db, hooks, users, passwords, twoFactor } = site;
  const shared: LimiterOptions = {
    accountOf: createAccountNames(db),
    limitOf: async (limit, scope, name) => hooks.applyFilters('plinth/login_limit', limit, scope, name),
  };
  const limiter = createLoginLimiter(site.limits, { ...shared, perUnknownNetworks: 20 });
  // API clients call often, and one with an outdated password must not lock out the owner's other clients; application
  // passwords cannot be guessed.
  const restLimiter = createLoginLimiter(site.limits, { ...shared, name: 'rest', perAccount: 100, perNetwork: 500 });
  const basicAuthDeps: BasicAuthDeps = {
    hooks,
    hasPluginAuth: () => pluginsIdentifyUsers(hooks),
    users,
    passwords,
    clientIp,
    limiter: restLimiter,
    accountLimiter: limiter,
    twoFactor,
  };
  const basicAuthentication = createBasicAuth(basicAuthDeps);
  return {
    limiter,
    clients: basicAuthentication,
    login: createLoginScreens(site, { shared, limiter, findBasicAuthUser: basicAuthentication.findUserId, scriptUrl }),
    authenticate: createRestAuthentication({
      ...basicAuthDeps,
      basicAuth: basicAuthentication,
      nonces: site.nonces,
      currentUserId: () => currentContext()?.userId ?? 0,
      isFromCookie: () => currentVerifier() !== '',
      async setCurrentUser(userId, applicationPassword) {
        const context = currentContext();
        if (!context) return;
        context.userId = userId;
        if (applicationPassword !== undefined) context.memo.set('application_password', applicationPassword);
        await site.roles.loadCurrentUserCapabilities();
        return hooks.doAction('set_current_user');
      },
    }),
  };
}

interface ScreenDeps {
  readonly shared: LimiterOptions;
  readonly limiter: LoginLimiter;
  readonly findBasicAuthUser: ReturnType<typeof createBasicAuth>['findUserId'];
  scriptUrl(file: string): string;
}

function createLoginScreens(site: Site, { shared, limiter, findBasicAuthUser, scriptUrl }: ScreenDeps): Login {
  const { config, hooks, users, roles, nonces, options, views, i18n, limits } = site;
  return createLogin({
    assets: views.loginAssets,
    hooks,
    users,
    roles,
    nonces,
    options,
    keys: site.resetKeys,
    limiter,
    findBasicAuthUser,
    emailLimiter: createLoginLimiter(limits, {
      ...shared,
      name: 'lost',
      perAccountTotal: 10,
      limitOf: async (limit, of, name) => {
        const allowed = of === 'account' ? Number(await options.getOption('reset_emails_per_account', limit)) : limit;
        return hooks.applyFilters('plinth/login_limit', allowed, of, name);
      },
    }),
    factorLimiter: createLoginLimiter(limits, { ...shared, name: 'factor', perAccountTotal: 20 }),
    twoFactor: site.twoFactor,
    box: site.box,
    now: Date.now,
    keyLimiter: createLoginLimiter(limits, { ...shared, name: 'key' }),
    pageLimiter: createLoginLimiter(limits, { ...shared, name: 'page', perAccount: 30 }),
    secret: site.secret,
    passwordProblem: site.passwordRules.passwordProblem,
    render: (view, data) => views.renderCore(view, data),
    emails: site.loginEmails,
    privacy: site.privacy,
    siteUrl: config.siteUrl,
    locale: i18n.locale,
    translate: (text, ...values) => i18n.domain('default').__(text, ...values),
    stylesheet: views.hostFile('/wp-content/themes/default/assets/style.css'),
    scriptUrl,
  });
}
