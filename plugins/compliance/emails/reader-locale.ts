import type { PluginScope } from 'plinth';

/**
 * Returns the recipient's language for an email not triggered by the recipient's own request: the language of the
 * account with that email address, otherwise the site's. Jobs run within an unrelated request, and would use its
 * language.
 */
export async function getRecipientLocale(
  scope: Pick<PluginScope, 'getOption' | 'getUserBy' | 'getUserOption' | 'getAvailableLanguages'>,
  email: string,
): Promise<string> {
  const user = await scope.getUserBy('email', email);
  const userLocale = user ? await scope.getUserOption('locale', user.id) : '';
  const accountLocale = scope.getAvailableLanguages().find((locale) => locale === userLocale);
  return accountLocale ?? ((await scope.getOption<string>('WPLANG', '')) || 'en_US');
}
