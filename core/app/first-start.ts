import { randomBytes } from 'node:crypto';
import { isWpError, PlinthError } from '../api/index.js';
import { LOCALES } from '../i18n/index.js';
import { plainMessage } from '../formatting/text/plain-message.js';
import { FIRST_PLUGINS } from './bundled-plugins.js';
import type { Site } from './site.js';

/** Option that records whether the demo content still has to be loaded. */
const DEMO_OPTION = 'plinth_demo';

/** Milliseconds a node waits while another one installs the site. */
const INSTALL_TIMEOUT_MS = 300_000;

/** Information shown once to the owner of a new site. */
interface FirstStart {
  readonly adminUser: string;
  /** Absent if the owner chose the password. */
  readonly oneTimePassword: string | undefined;
}

/** Options for a new site; everything else is set in its settings. */
interface FirstStartOptions {
  readonly adminUser?: string | undefined;
  readonly adminPassword?: string | undefined;
  readonly adminEmail?: string | undefined;
  readonly title?: string | undefined;
  readonly demo?: boolean | undefined;
}

/**
 * Installs a new site completely: everything `firstStart` creates, then the active plugins and the demo shop. On an
 * existing site it only starts the plugins.
 * @returns undefined if the site existed; `problems` names the plugins that could not be activated
 */
export async function installSite(
  site: Site,
  requested: FirstStartOptions = {},
): Promise<(FirstStart & { readonly problems: readonly string[] }) | undefined> {
  const isComplete = async (): Promise<boolean> =>
    Boolean(await site.options.getOption('plinth_installed', false)) &&
    (await site.options.getOption(DEMO_OPTION, '')) !== 'wanted';
  if (!(await isComplete())) {
    // A node that finds an installation in progress waits until it is complete.
    const installation = await site.db.withLock('install', () => completeSite(site, requested), {
      wait: INSTALL_TIMEOUT_MS,
    });
    if (installation) return installation;
  }
  await site.plugins.reconcile();
  return undefined;
}

async function completeSite(
  site: Site,
  requested: FirstStartOptions,
): Promise<(FirstStart & { readonly problems: readonly string[] }) | undefined> {
  await site.refresh();
  const installation = await firstStart(site, requested);
  await site.plugins.reconcile();
  if (site.config.safeMode) return installation && { ...installation, problems: [] };
  // Still set if an earlier start was interrupted.
  const wantsDemo = (await site.options.getOption(DEMO_OPTION, '')) === 'wanted';
  const problems = installation || wantsDemo ? await activateFirstPlugins(site) : [];
  const adminPassword = requested.adminPassword ?? site.config.adminPassword;
  const passwordError =
    installation && adminPassword !== undefined
      ? await site.passwordRules.passwordProblem(adminPassword, {
          login: installation.adminUser,
          email: requested.adminEmail ?? '',
        })
      : undefined;
  if (passwordError) problems.push(`ADMIN_PASSWORD: ${passwordError.getErrorMessage()}`);
  if (wantsDemo) {
    await loadDemo(site);
    await site.options.updateOption(DEMO_OPTION, 'loaded');
  }
  return installation && { ...installation, problems };
}

/**
 * Makes a new site usable: creates the administrator, sets the site's name and default options, and records whether demo content is wanted. Does
 * nothing on an existing site. Safe to call on several nodes at once.
 * @throws PlinthError `admin_not_created`
 */
export async function firstStart(site: Site, requested: FirstStartOptions = {}): Promise<FirstStart | undefined> {
  const { db, options, users, config } = site;
  const adminUser = requested.adminUser ?? config.adminUser;
  const adminPassword = requested.adminPassword ?? config.adminPassword;
  const adminEmail = requested.adminEmail ?? `${adminUser.replace(/[^\w.-]/g, '') || 'admin'}@localhost.localdomain`;
  return db.withLock('first-start', async () => {
    if (await options.getOption('plinth_installed', false)) return undefined;
    const oneTimePassword = adminPassword === undefined ? randomBytes(12).toString('base64url') : undefined;
    const id = await users.wpInsertUser({
      user_login: adminUser,
      user_pass: adminPassword ?? oneTimePassword,
      user_email: adminEmail,
      role: 'administrator',
    });
    if (isWpError(id))
      throw new PlinthError('admin_not_created', `The administrator could not be created: ${plainMessage(id)}`, {
        hint: 'Choose another ADMIN_USER.',
      });
    if (oneTimePassword !== undefined) await site.initialPassword.mark(id);
    const defaults: Record<string, unknown> = {
      blogname: requested.title ?? 'Plinth',
      blogdescription: '',
      admin_email: adminEmail,
      permalink_structure: '/%year%/%monthnum%/%day%/%postname%/',
      timezone_string: 'Europe/Warsaw',
      date_format: 'F j, Y',
      time_format: 'g:i a',
      start_of_week: 1,
      posts_per_page: 10,
      show_on_front: 'posts',
      default_comment_status: 'closed',
      users_can_register: 0,
      blog_public: 1,
      site_languages: [],
    };
    for (const [name, value] of Object.entries(defaults)) await options.addOption(name, value);
    const category = await site.content.wpInsertTerm('Uncategorized', 'category', { slug: 'uncategorized' });
    if (!isWpError(category)) await options.addOption('default_category', category.term_id);
    if (requested.demo ?? config.demo) await options.addOption(DEMO_OPTION, 'wanted');
    await options.updateOption('plinth_installed', '1');
    return { adminUser, oneTimePassword };
  });
}

/**
 * Fires the action `plinth/load_demo` once all plugins run, so that they create their demo content, which is in all
 * languages.
 */
export async function loadDemo(site: Site): Promise<void> {
  await site.options.updateOption('site_languages', LOCALES);
  await site.hooks.doActionWithoutTimeout('plinth/load_demo', []);
}

/**
 * Activates the first plugins that are present after the site has started; a failing one is reported and left inactive.
 */
export async function activateFirstPlugins(site: Site): Promise<string[]> {
  const problems: string[] = [];
  for (const id of FIRST_PLUGINS) {
    if (!(await site.plugins.record(id))) continue;
    const error = await site.plugins.activatePlugin(id);
    if (error && error.getErrorCode() !== 'unexpected_output') problems.push(plainMessage(error));
  }
  return problems;
}
