import type { HostFunctions, Mail } from '../../api/index.js';
import type { Hooks } from '../../hooks/index.js';
import type { I18n } from '../../i18n/index.js';
import { type Email, renderEmailLayout } from '../../mail/index.js';
import type { Views } from '../../view/index.js';

interface EmailParts {
  readonly views: Pick<Views, 'renderPlugin' | 'renderCore'>;
  readonly hooks: Pick<Hooks, 'applyFilters'>;
  readonly functions: Pick<HostFunctions, 'getOption'>;
  readonly i18n: Pick<I18n, 'language'>;
  homeUrl(path?: string): string;
}

/**
 * Renders a plugin's email in the language of the running request: its view in the email layout, followed by the footer
 * lines.
 */
export async function composeEmail(
  parts: EmailParts,
  plugin: { id: string; folder: string; textDomain: string },
  { view, data, subject: subjectInput, ...email }: Mail,
): Promise<Email> {
  const { views, hooks, functions, i18n } = parts;
  const subject = typeof subjectInput === 'function' ? await subjectInput() : subjectInput;
  const body =
    view === undefined
      ? email.html
      : views.renderPlugin(plugin, `mail/${view}`, typeof data === 'function' ? await data() : data);
  if (body === undefined) return { ...email, subject };
  const html = await renderEmailLayout(
    { views, hooks, options: functions, i18n, homeUrl: parts.homeUrl },
    subject,
    body,
  );
  return { ...email, subject, html };
}
