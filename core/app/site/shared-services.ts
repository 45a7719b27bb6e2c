import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DatesApi, Formatting } from '../../api/index.js';
import { createAudit, hostLabels, watchAccounts, watchSite } from '../../audit/index.js';
import { createApplicationPasswords } from '../../auth/application-passwords.js';
import { createInitialPassword } from '../../auth/first-password.js';
import { createNonces, authSecret } from '../../auth/nonces.js';
import { createPasswordRules } from '../../auth/password-rules.js';
import { createSecretBox } from '../../auth/two-factor/index.js';
import { createSessionTokens } from '../../auth/session-tokens.js';
import { createBackups } from '../../backup/index.js';
import { registerCoreBlocks } from '../../content/blocks/index.js';
import { createCommentNotifications } from '../../content/comments/index.js';
import { createRedirects, followMovedUrls } from '../../content/index.js';
import { createDates } from '../../dates/index.js';
import { createRevisions } from '../../revisions/index.js';
import { sessionToken } from '../../http/index.js';
import {
  createEmailLimit,
  createRateLimits,
  createDatabaseCounters,
  createFallbackCounters,
  hashCounterNames,
  createRedisCounters,
} from '../../limits/index.js';
import { createEmailLog, createMailer, createMailServer, type Email, renderEmailLayout } from '../../mail/index.js';
import { createRemote } from '../../network/index.js';
import { createPrivacy } from '../../privacy/index.js';
import { createExports, createImports, type Exports, type Imports, type ImportsDeps } from '../../wxr/index.js';
import { runMaintenance } from '../maintenance-schedule.js';
import { openRedis } from '../redis.js';
import { secretKey, coreVersion, type Config } from '../config.js';
import { createLoginServices } from '../login-services.js';
import { createSiteName } from '../layout-data.js';
import type { BaseServices } from './base-services.js';
import type { ContentServices } from './content-services.js';

type Parts = Omit<ImportsDeps, 'siteUrl' | 'dataDir' | 'remote' | 'pause' | 'now'> & {
  readonly config: Config;
  readonly formatting: Formatting;
  readonly dates: DatesApi;
};

/** Creates the import and export of content. */
function createImportExport({ config, ...parts }: Parts): { readonly imports: Imports; readonly exports: Exports } {
  const version = coreVersion(config.root);
  const shared = { ...parts, siteUrl: config.siteUrl, now: Date.now };
  return {
    imports: createImports({
      ...shared,
      dataDir: config.dataDir,
      pause,
      remote: createRemote({ hooks: parts.hooks, siteUrl: config.siteUrl, version }),
    }),
    exports: createExports({ ...shared, version }),
  };
}

type BaseAndContent = BaseServices & ContentServices;

export type SharedServices = Awaited<ReturnType<typeof createSharedServices>>;

/**
 * Creates the services built on content and accounts: limits, audit log, login, email, backups, privacy, import and
 * export.
 */
export async function createSharedServices(parts: BaseAndContent) {
  const limits = await createLimitParts(parts);
  const audit = createAuditLog({ ...parts, ...limits });
  const auth = createAuthServices({ ...parts, ...limits });
  const siteName = createSiteName(parts.options);
  await registerHostBlocks(parts, await siteName());
  const redirects = createRedirects({ db: parts.db });
  followMovedUrls({ hooks: parts.hooks, content: parts.content, redirects });
  const mail = createMailParts({ ...parts, siteName });
  const versions = createRevisions({ db: parts.db, currentUserId: parts.currentUserId });
  const services = { ...limits, audit, ...auth, versions, siteName, redirects, ...mail };
  const login = createLogin({ ...parts, ...services });
  const commentEmails = createCommentEmails({ ...parts, ...services });
  const upkeep = createUpkeepParts({ ...parts, ...services });
  return { ...services, ...login, commentEmails, ...upkeep };
}

/** Creates rate limits, counted in Redis if available. Sites that share a Redis count separately. */
async function createLimitParts({ config, db, log, options }: BaseAndContent) {
  const redis = config.redisUrl ? await openRedis(config.redisUrl, log) : undefined;
  const secret = await authSecret(options);
  const prefix = `plinth:${createHash('sha256').update(secret).digest('hex').slice(0, 16)}:limit:`;
  const counters = redis
    ? createFallbackCounters(createRedisCounters(redis, prefix), createDatabaseCounters(db))
    : createDatabaseCounters(db);
  const limits = createRateLimits(hashCounterNames(counters, secret));
  return { redis, secret, limits, emailLimit: createEmailLimit({ limits, options }) };
}

type WithLimits = BaseAndContent & Awaited<ReturnType<typeof createLimitParts>>;

function createAuditLog({ db, options, log, text, hooks, users, limits }: WithLimits) {
  const audit = createAudit({ db, options, secret: () => authSecret(options), log });
  audit.describe(() => hostLabels(text));
  watchAccounts({ hooks, audit, users, limits });
  watchSite({ hooks, audit, options });
  return audit;
}

/** Creates nonces, passwords and sessions. */
function createAuthServices(parts: WithLimits) {
  const { db, dataCache, hooks, users, meta, options, formatting, secret, currentUserId, text, late } = parts;
  const nonces = createNonces({
    hooks,
    secret,
    holder: () => ({ userId: currentUserId(), token: sessionToken() }),
    escAttr: formatting.escAttr,
  });
  late.provide({ nonces });
  return {
    nonces,
    passwords: createApplicationPasswords({ db, dataCache, hooks }),
    sessions: createSessionTokens({ db, users }),
    passwordRules: createPasswordRules({ options, translate: text.__ }),
    initialPassword: createInitialPassword({ hooks, meta, options }),
  };
}

async function registerHostBlocks({ blocks, formatting, config, content, patterns }: BaseAndContent, title: string) {
  registerCoreBlocks(blocks, {
    formatting,
    siteTitle: async () => title,
    homeUrl: () => config.siteUrl,
    postTitle: (id) => content.getTheTitle(id),
    patternContent: (name) => patterns.getBlockPatterns().get(name)?.content,
  });
}

/** Creates the mail server connection, the email log, and the layout shared by all emails. */
function createMailParts(parts: BaseAndContent & { siteName(): Promise<string> }) {
  const { config, db, hooks, log, options, i18n, homeUrl, siteName, late } = parts;
  const folder = join(config.dataDir, 'mail');
  const box = createSecretBox(secretKey(config));
  const mailServer = createMailServer({ smtpUrl: config.smtpUrl, options, box });
  const from = async (): Promise<string> => {
    if (config.mailFrom) return config.mailFrom;
    const name = (await siteName()).replace(/[<>"\r\n]/g, '');
    const { from: address } = await mailServer.read();
    return `${name} <${address || (await options.getOption<string>('admin_email', 'shop@localhost'))}>`;
  };
  const mail = createMailer({ db, hooks, log, folder, server: mailServer, from });
  return {
    emailLog: createEmailLog({ db, options, folder }),
    box,
    mailServer,
    mail,
    sendMail: (email: Email) => mail.wpMail(email),
    sheet: (subject: string, view: string, data: object): Promise<string> => {
      const views = late.get('views');
      const content = views.renderCore(`mail/${view}`, data);
      return renderEmailLayout({ views, hooks, options, i18n, homeUrl }, subject, content);
    },
  };
}

type WithMail = WithLimits & ReturnType<typeof createAuthServices> & ReturnType<typeof createMailParts> & WithSiteName;
type WithSiteName = {
  siteName(): Promise<string>;
  readonly redirects: ReturnType<typeof createRedirects>;
  readonly audit: ReturnType<typeof createAudit>;
};

function createLogin(parts: WithMail) {
  const { db, hooks, cron, users, options, box, sendMail, sheet, emailLimit, config, siteName, i18n, text } = parts;
  return createLoginServices({
    db,
    hooks,
    cron,
    users,
    options,
    box,
    mail: sendMail,
    renderEmail: sheet,
    canEmail: async (email) => (await emailLimit.consumeEmailLimit(email)).allowed,
    siteUrl: config.siteUrl,
    siteName,
    locale: i18n.locale,
    translate: text.__,
  });
}

function createCommentEmails(parts: WithMail) {
  const { hooks, options, users, roles, content, cron, sendMail, currentUserId, adminUrl, text } = parts;
  return createCommentNotifications({
    hooks,
    options,
    users,
    roles,
    content,
    cron,
    mail: sendMail,
    currentUserId,
    adminUrl,
    translate: text.__,
  });
}

/** Creates dates, backups, privacy requests, import and export, and daily maintenance. */
function createUpkeepParts(parts: WithMail) {
  const { config, db, hooks, cron, runLogged, options, adminUrl, text, i18n, sendMail, log, audit, emailLog } = parts;
  const dates = createDates({ options, hooks, locale: i18n.locale });
  const version = coreVersion(config.root);
  const backups = createBackups({
    source: { db, dataDir: config.dataDir, version, siteUrl: config.siteUrl },
    folder: config.backupDir,
    hooks,
    cron,
    runLogged,
    options,
    adminUrl,
    text,
    timeZone: dates.wpTimezoneString,
    sendMail,
  });
  const privacy = createSitePrivacy(parts);
  const exchange = createImportExport({ ...parts, dates });
  runMaintenance({ db, hooks, options, log, audit, exports: privacy.fulfillment, emails: emailLog });
  return { dates, backups, privacy, ...exchange };
}

function createSitePrivacy(parts: WithMail) {
  const { db, hooks, content, meta, users, attachments, formatting, options, cron, text, sendMail } = parts;
  return createPrivacy({
    db,
    hooks,
    content,
    meta,
    users,
    attachments,
    formatting,
    options,
    cron,
    text,
    mail: sendMail,
    emailLog: parts.emailLog,
    siteUrl: parts.config.siteUrl,
    folder: join(parts.config.dataDir, 'personal-data'),
    now: Date.now,
  });
}
