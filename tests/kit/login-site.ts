import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Handlebars from 'handlebars';
import type { Mail } from '../../core/api/index.js';
import { format } from '../../core/i18n/index.js';
import { createFormActions } from '../../core/auth/form-actions.js';
import { createLogin, createLoginLimiter, createResetKeys, type LimiterOptions } from '../../core/auth/login/index.js';
import { createRateLimits, databaseCounters } from '../../core/limits/index.js';
import { pageHandler } from '../../core/http/index.js';
import type { Engine } from './databases.js';
import { createWebSite, type WebSite } from './web-site.js';

export interface LoginSite extends WebSite {
  /** What was mailed. */
  letters: Mail[];
}

const handlebars = Handlebars.create();
handlebars.registerHelper('__', (text: string, ...args: unknown[]) => format(text, args.slice(0, -1) as string[]));
const TEMPLATES = join(__dirname, '../../templates');
export const LOGIN_SITE_URL = 'http://plinth.test';

/** A site with the login screens and one editor, `edith` with the password `edith-pass`. */
export async function createLoginSite(options: { engine?: Engine; limits?: LimiterOptions } = {}): Promise<LoginSite> {
  const letters: Mail[] = [];
  const site = await createWebSite({
    engine: options.engine ?? 'sqlite',
    siteUrl: LOGIN_SITE_URL,
    handlers(parts) {
      const { hooks, users, roles, nonces, pageRequests, db } = parts;
      const login = createLogin({
        hooks,
        users,
        roles,
        nonces,
        options: parts.options,
        keys: createResetKeys({ db, users }),
        limiter: createLoginLimiter(createRateLimits(databaseCounters(db)), options.limits),
        pageLimiter: createLoginLimiter(createRateLimits(databaseCounters(db)), { name: 'page' }),
        secret: 'a secret of the tests',
        render: (view, data) => handlebars.compile(readFileSync(join(TEMPLATES, `${view}.hbs`), 'utf8'))(data),
        translate: (text) => text,
        mail: async (letter) => letters.push(letter) > 0,
        siteUrl: LOGIN_SITE_URL,
        locale: () => 'en_US',
      });
      const actions = createFormActions({ hooks, nonces, renderError: (status) => `<!DOCTYPE html><title>Error ${status}</title>` });
      return { login: pageHandler(pageRequests, LOGIN_SITE_URL, login), actions: pageHandler(pageRequests, LOGIN_SITE_URL, actions) };
    },
  });
  await site.options.updateOption('blogname', 'Test <Site>');
  await site.users.wpInsertUser({ user_login: 'edith', user_pass: 'edith-pass', user_email: 'edith@example.test', role: 'editor' });
  return { ...site, letters };
}
