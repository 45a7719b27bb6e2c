import { createAdmin } from '../../admin/index.js';
import type { LoginLimiter } from '../../auth/login/index.js';
import type { MakePageRequest, Sessions } from '../../http/index.js';
import { LOCALES } from '../../i18n/index.js';
import { healthChecks } from '../health-checks.js';
import type { Site } from '../site.js';
import { createSiteName } from '../layout-data.js';
import type { PageViews } from './page-views.js';

interface AdminParts {
  readonly sessions: Sessions;
  readonly limiter: LoginLimiter;
  readonly createPageRequest: MakePageRequest;
  readonly pageViews: PageViews;
  scriptUrl(file: string): string;
}

/** Creates the admin with the parts of the site that its screens use. */
export function createSiteAdmin(
  site: Site,
  { sessions, limiter, createPageRequest, pageViews, scriptUrl }: AdminParts,
) {
  const { config, i18n } = site;
  return createAdmin({
    ...adminPartsOf(site),
    siteUrl: config.siteUrl,
    safeMode: config.safeMode,
    mailFromEnvironment: config.mailFrom,
    renderRefusal: pageViews.renderRefusal,
    renderView: pageViews.renderView,
    renderPreview: pageViews.renderPreview,
    createPageRequest,
    lastUser: sessions.lastUser,
    storeLastUser: sessions.storeLastUser,
    limiter,
    scriptUrl,
    healthChecks: () => healthChecks(site),
    now: Date.now,
    locales: LOCALES,
    locale: i18n.locale,
    text: i18n.domain('default'),
    translationsOf: (domain) => i18n.domain(domain),
  });
}

function adminPartsOf(site: Site) {
  return {
    log: site.log,
    siteName: createSiteName(site.options),
    views: site.views,
    branding: site.branding,
    themeStore: site.themes,
    transaction: site.db.transaction,
    hooks: site.hooks,
    options: site.options,
    roles: site.roles,
    users: site.users,
    nonces: site.nonces,
    plugins: site.plugins,
    formatting: site.formatting,
    content: site.content,
    attachments: site.attachments,
    meta: site.meta,
    blocks: site.blocks,
    patterns: site.patterns,
    cron: site.cron,
    dates: site.dates,
    backups: site.backups,
    privacy: site.privacy,
    imports: site.imports,
    exports: site.exports,
    heldJobs: site.heldJobs,
    mail: site.mail,
    emailLog: site.emailLog,
    mailServer: site.mailServer,
    redirects: site.redirects,
    mustChangePassword: site.initialPassword.mustChangePassword,
    audit: site.audit,
    versions: site.versions,
    passwords: site.passwords,
    sessions: site.sessions,
    twoFactor: site.twoFactor,
    box: site.box,
    passwordProblem: site.passwordRules.passwordProblem,
  };
}
