import type { PageRequest, SettingsError } from '../../api/index.js';
import type { AdminDeps } from '../deps.js';

/** The session's note of what was said of the form that was saved last. */
const SAID = 'settings_errors';

/** Keeps what was said of a saved form for the screen that comes next. @returns whether anything was */
export function keepSettingsErrors({ options }: Pick<AdminDeps, 'options'>, request: PageRequest): boolean {
  const said = options.getSettingsErrors();
  if (said.length > 0) request.session.set(SAID, said);
  return said.length > 0;
}

/** Brings what was said of a saved form to the screen that it belongs to, once. */
export function bringSettingsErrors({ options }: Pick<AdminDeps, 'options'>, request: PageRequest): void {
  if (request.method !== 'GET' || request.url.searchParams.get('settings-updated') !== 'true') return;
  for (const { setting, code, message, type } of request.session.get<SettingsError[]>(SAID) ?? [])
    options.addSettingsError(setting, code, message, type);
  request.session.set(SAID, undefined);
}
