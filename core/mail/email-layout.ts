import type { HookApi, OptionsApi } from '../api/index.js';
import { decodeSiteName } from '../formatting/index.js';

/** Dependencies of the email layout. */
export interface EmailLayoutDeps {
  readonly views: { renderCore(view: string, data?: object): string };
  readonly hooks: Pick<HookApi, 'applyFilters'>;
  readonly options: Pick<OptionsApi, 'getOption'>;
  readonly i18n: { language(): string };
  homeUrl(path?: string): string;
}

/**
 * Renders the content of an email in the layout of all emails of the site, in the language of the current request.
 * @returns HTML
 */
export async function renderEmailLayout(
  { views, hooks, options, i18n, homeUrl }: EmailLayoutDeps,
  subject: string,
  body: string,
): Promise<string> {
  const footer = await hooks.applyFilters<readonly string[]>('plinth/owner_details', []);
  const siteName = decodeSiteName(await options.getOption<string>('blogname', 'Plinth'));
  return views.renderCore('mail/layout', {
    subject,
    body,
    footer,
    siteName,
    homeUrl: homeUrl('/'),
    language: i18n.language(),
  });
}
