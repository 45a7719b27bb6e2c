import type { PluginScope } from 'plinth';

/**
 * The language in which somebody reads a letter that no page of theirs asked for: the one chosen in the account with that address,
 * else the site's. Jobs run within whatever request set them off, and would speak its language.
 */
export async function readerLocale(
  scope: Pick<PluginScope, 'getOption' | 'getUserBy' | 'getUserOption' | 'getAvailableLanguages'>,
  email: string,
): Promise<string> {
  const user = await scope.getUserBy('email', email);
  const chosen = user ? await scope.getUserOption('locale', user.id) : '';
  const known = scope.getAvailableLanguages().find((locale) => locale === chosen);
  return known ?? ((await scope.getOption<string>('WPLANG', '')) || 'en_US');
}
