import { mapSeries, type PluginScope } from 'plinth';
import { REFRESH_JOB, type Settings } from '../settings/settings.js';
import { getCompany, type Generator, isComplete } from './generator.js';
import type { LegalPage, LegalPages } from './legal-pages.js';
import { isSameText } from './page-text.js';
import { PAGE_LOCALES } from './page-type.js';

interface PageRefreshDeps {
  readonly scope: PluginScope;
  readonly settings: Settings;
  readonly pages: LegalPages;
  readonly generator: Generator;
}

/** Options of the store whose values legal pages state: shipping and payment methods, their prices, and the currency. */
const STORE_OPTIONS: ReadonlySet<string> = new Set(['store_commerce_settings', 'store_currency']);

/**
 * Registers the job that keeps legal pages up to date: pages that nobody edited follow the settings of the shop, so that
 * the terms attached to an order state the methods and prices that it was placed with. Edited pages stay as they are.
 */
export function registerPageRefresh({ scope, settings, pages, generator }: PageRefreshDeps): void {
  async function refreshPage({ type, locale, post, isUnedited }: LegalPage): Promise<void> {
    if (!isUnedited || post.post_content === '') return;
    const content = await generator(type, getCompany(await settings.values()), locale);
    if (!isSameText(content, post.post_content))
      await pages.generate(type, content, { locale, includePublished: true });
  }

  scope.registerJob(REFRESH_JOB, async () => {
    const values = await settings.values();
    if (!values.flag('legal_pages_enabled') || !isComplete(getCompany(values))) return;
    const lists = await mapSeries(PAGE_LOCALES, (locale) => pages.list(locale));
    await mapSeries(lists.flat(), refreshPage);
  });

  scope.addAction('updated_option', async (name: string) => {
    if (STORE_OPTIONS.has(name)) await scope.enqueueJob(REFRESH_JOB, {});
  });
}
