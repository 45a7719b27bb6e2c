import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Handlebars from 'handlebars';
import type { Mail } from '../../core/api/index.js';
import { format } from '../../core/i18n/index.js';
import { createFormActions } from '../../core/auth/form-actions.js';
import { createPasswordRules } from '../../core/auth/password-rules.js';
import {
  createLogin,
  createLoginEmails,
  createLoginLimiter,
  createResetKeys,
  type LimiterOptions,
} from '../../core/auth/login/index.js';
import {
  createPasskeys,
  createRecoveryCodes,
  createTwoFactor,
  createSecretBox,
  createTotp,
} from '../../core/auth/two-factor/index.js';
import { createCron } from '../../core/jobs/index.js';
import { createRateLimits, createDatabaseCounters } from '../../core/limits/index.js';
import { pageHandler } from '../../core/http/index.js';
import type { Engine } from './databases.js';
import { createWebSite, type WebSite } from './web-site.js';

export interface LoginSite extends WebSite {
  /** The emails sent. */
  emails: Mail[];
  /** Runs the jobs queued by the screens. */
  runJobs(): Promise<number>;
}

const handlebars = Handlebars.create();
handlebars.registerHelper('__', (text: string, ...args: unknown[]) => format(text, args.slice(0, -1) as string[]));
const TEMPLATES = join(__dirname, '../../templates');
export const LOGIN_SITE_URL = 'http://plinth.test';

/** Creates a site with the login screens and one editor, `edith` with the password `edith-pass`. */
export async function createLoginSite(options: { engine?: Engine; limits?: LimiterOptions } = {}): Promise<LoginSite> {
  const emails: Mail[] = [];
  let runJobs = (): Promise<number> => Promise.resolve(0);
  const site = await createWebSite({
    engine: options.engine ?? 'sqlite',
    siteUrl: LOGIN_SITE_URL,
    handlers(parts) {
      const { hooks, users, roles, nonces, pageRequests, db } = parts;
      const limits = createRateLimits(createDatabaseCounters(db));
      const keys = createResetKeys({ db, users });
      const cron = createCron({ db, hooks, runLogged: (_owner, _what, work) => Promise.resolve(work()) });
      runJobs = cron.runJobs;
      const box = createSecretBox('a key of the tests');
      const login = createLogin({
        hooks,
        users,
        roles,
        nonces,
        options: parts.options,
        keys,
        limiter: createLoginLimiter(limits, options.limits),
        pageLimiter: createLoginLimiter(limits, { name: 'page' }),
        secret: 'a secret of the tests',
        passwordProblem: createPasswordRules({ options: parts.options, translate: (text) => text }).passwordProblem,
        render: (view, data) => handlebars.compile(readFileSync(join(TEMPLATES, `${view}.hbs`), 'utf8'))(data),
        translate: (text) => text,
        emails: createLoginEmails({
          cron,
          hooks,
          users,
          options: parts.options,
          keys,
          mail: async (email) => emails.push(email) > 0,
          renderEmail: async () => '<p>A letter.</p>',
          canEmail: async () => true,
          siteUrl: LOGIN_SITE_URL,
          translate: (text) => text,
        }),
        emailLimiter: createLoginLimiter(limits, { name: 'lost' }),
        factorLimiter: createLoginLimiter(limits, { name: 'factor', perAccountTotal: 20 }),
        box,
        now: Date.now,
        twoFactor: createTwoFactor({
          hooks,
          users,
          options: parts.options,
          recovery: createRecoveryCodes(db),
          totp: createTotp({ db, box, now: Date.now }),
          passkeys: createPasskeys({ db, siteUrl: LOGIN_SITE_URL, siteName: async () => 'Test', now: Date.now }),
          emails: { send: async () => undefined },
        }),
        keyLimiter: createLoginLimiter(limits, { name: 'key' }),
        siteUrl: LOGIN_SITE_URL,
        locale: () => 'en_US',
      });
      const actions = createFormActions({
        siteUrl: LOGIN_SITE_URL,
        hooks,
        nonces,
        renderError: (status) => `<!DOCTYPE html><title>Error ${status}</title>`,
      });
      return {
        login: pageHandler(pageRequests, LOGIN_SITE_URL, hooks, login),
        actions: pageHandler(pageRequests, LOGIN_SITE_URL, hooks, actions),
      };
    },
  });
  await site.options.updateOption('blogname', 'Test <Site>');
  await site.users.wpInsertUser({
    user_login: 'edith',
    user_pass: 'edith-pass',
    user_email: 'edith@example.test',
    role: 'editor',
  });
  return { ...site, emails, runJobs: () => runJobs() };
}
