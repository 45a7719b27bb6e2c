import { randomBytes } from 'node:crypto';
import { isWpError, PlinthError } from '../api/index.js';
import type { Site } from './site.js';

/** The plugins a new site starts with, in the order they are activated. */
const FIRST_PLUGINS: readonly string[] = ['store', 'compliance', 'facet'];

/** What the owner of a new site has to know once. */
export interface FirstStart {
  readonly adminUser: string;
  /** Absent when the owner chose it. */
  readonly oneTimePassword: string | undefined;
}

/**
 * Makes a new site usable: the administrator, the site's name and the plugins it starts with. On a site that exists it does nothing.
 * Several nodes may call it at once.
 * @throws PlinthError `admin_not_created`
 */
export async function firstStart(site: Site): Promise<FirstStart | undefined> {
  const { db, options, users, config } = site;
  return db.withLock('first-start', async () => {
    if (await options.getOption('plinth_installed', false)) return undefined;
    const oneTimePassword = config.adminPassword === undefined ? randomBytes(12).toString('base64url') : undefined;
    const id = await users.wpInsertUser({
      user_login: config.adminUser,
      user_pass: config.adminPassword ?? oneTimePassword,
      user_email: `${config.adminUser.replace(/[^\w.-]/g, '') || 'admin'}@localhost.localdomain`,
      role: 'administrator',
    });
    if (isWpError(id)) throw new PlinthError('admin_not_created', `The administrator could not be created: ${id.getErrorMessage().replace(/<[^>]*>/g, '')}`, { cure: 'Choose another ADMIN_USER.' });
    const defaults: Record<string, unknown> = {
      blogname: 'Plinth',
      blogdescription: '',
      admin_email: `${config.adminUser}@localhost.localdomain`,
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
    };
    for (const [name, value] of Object.entries(defaults)) await options.addOption(name, value);
    const category = await site.content.wpInsertTerm('Uncategorized', 'category', { slug: 'uncategorized' });
    if (!isWpError(category)) await options.addOption('default_category', category.term_id);
    await options.updateOption('plinth_installed', site.config.demo ? 'demo' : 'plain');
    return { adminUser: config.adminUser, oneTimePassword };
  });
}

/** Lets the plugins fill a new site with their demonstration, once all of them run: the action `plinth/load_demo`. */
export async function loadDemo(site: Site): Promise<void> {
  await site.hooks.doAction('plinth/load_demo');
}

/** Activates the first plugins that are there, after the site's own start; a failing one is reported and left off. */
export async function activateFirstPlugins(site: Site): Promise<string[]> {
  const problems: string[] = [];
  for (const id of FIRST_PLUGINS) {
    if (!(await site.plugins.record(id))) continue;
    const error = await site.plugins.activatePlugin(id);
    if (error) problems.push(error.getErrorMessage().replace(/<[^>]*>/g, ''));
  }
  return problems;
}
