import type { AdminScreen, PageRequest } from '../../api/index.js';
import { currentContext } from '../../context/index.js';
import type { AdminDeps } from '../deps.js';

type OptionsDeps = Pick<AdminDeps, 'hooks' | 'meta' | 'views' | 'nonces'>;

/** Value that identifies a screen options form. */
export const SCREEN_OPTIONS = 'screen-options';

/** Returns the columns of a screen's list that the user has hidden (`get_hidden_columns`). */
export async function hiddenColumns(
  { hooks, meta }: Pick<AdminDeps, 'hooks' | 'meta'>,
  screen: AdminScreen,
  userId: number,
): Promise<readonly string[]> {
  const stored = await meta.getUserMeta(userId, `manage${screen.id}columnshidden`, true);
  const isStored = Array.isArray(stored);
  const hiddenNames = isStored
    ? stored.map(String)
    : await hooks.applyFilters<readonly string[]>('default_hidden_columns', [], screen);
  return hooks.applyFilters<readonly string[]>('hidden_columns', hiddenNames, screen, !isStored);
}

/**
 * Renders the options of a screen; empty if there are none (`WP_Screen::render_screen_options`).
 * @param columns columns of its list, without the first
 */
export async function screenOptions(
  deps: OptionsDeps,
  screen: AdminScreen,
  userId: number,
  columns: Readonly<Record<string, string>> | undefined,
): Promise<string> {
  const { hooks } = deps;
  const settings = await hooks.applyFilters('screen_settings', '', screen);
  const hideableColumns = Object.entries(columns ?? {}).filter(([, label]) => label !== '');
  const isShown = await hooks.applyFilters(
    'screen_options_show_screen',
    hideableColumns.length > 0 || settings !== '',
    screen,
  );
  if (columns === undefined && settings === '') return '';
  const hidden = await hiddenColumns(deps, screen, userId);
  const mayApply = await hooks.applyFilters('screen_options_show_submit', hideableColumns.length > 0, screen);
  if (!isShown) return '';
  return deps.views.renderCore('admin/screen-options', {
    settings,
    columns: hideableColumns.map(([name, label]) => ({ name, label, checked: !hidden.includes(name) })),
    mayApply: mayApply || settings !== '',
    nonceField: deps.nonces.wpNonceField(SCREEN_OPTIONS, 'screenoptionnonce'),
  });
}

/**
 * Options that the generic filter may accept. Others need a filter that names them, so that a plugin cannot open
 * arbitrary metadata to writing.
 */
const COMMON_OPTION = /(?:_page|^layout_columns)$/;

/**
 * Saves a submitted screen options form (`set_screen_options`).
 * @returns undefined if the request was something else
 */
export async function saveScreenOptions(
  { hooks, meta, nonces }: OptionsDeps,
  screen: AdminScreen,
  request: PageRequest,
): Promise<'saved' | 'refused' | undefined> {
  if (request.method !== 'POST' || request.field('screen-options-apply') === '') return undefined;
  if (
    nonces.wpVerifyNonce(request.field('screenoptionnonce'), SCREEN_OPTIONS) === false ||
    currentContext()?.userId !== request.userId
  )
    return 'refused';
  const selectedColumns = [request.form.screen_columns ?? []].flat().map(String);
  const knownColumns = [request.form.screen_columns_known ?? []].flat().map(String).slice(0, 100);
  if (knownColumns.length > 0)
    await meta.updateUserMeta(
      request.userId,
      `manage${screen.id}columnshidden`,
      knownColumns.filter((name) => !selectedColumns.includes(name)),
    );
  const option = readOption(request, 'option');
  if (/^[a-z0-9_-]{1,100}$/.test(option)) {
    const submittedValue = readOption(request, 'value');
    const defaultValue = COMMON_OPTION.test(option)
      ? await hooks.applyFilters<unknown>('set-screen-option', false, option, submittedValue)
      : false;
    const value = await hooks.applyFilters(`set_screen_option_${option}`, defaultValue, option, submittedValue);
    if (value !== false) await meta.updateUserMeta(request.userId, option, value);
  }
  return 'saved';
}

function readOption(request: PageRequest, part: 'option' | 'value'): string {
  const submittedOptions = request.form.wp_screen_options;
  const value =
    typeof submittedOptions === 'object' && !Array.isArray(submittedOptions)
      ? (submittedOptions as Readonly<Record<string, unknown>>)[part]
      : '';
  return typeof value === 'string' ? value : '';
}
