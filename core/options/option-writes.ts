import { type HookApi, PlinthError } from '../api/index.js';
import { isUniqueViolation } from '../db/index.js';
import { type FormattingPort, sanitizeCoreOption } from './sanitize-core-options.js';
import { parseOptionName } from './option-name.js';
import type { OptionReads } from './option-reads.js';
import type { OptionStore } from './option-store.js';
import type { createSettings } from './settings.js';
import { isSameValue, toStoredText } from './stored-text.js';

interface OptionWritesDeps {
  readonly hooks: HookApi;
  readonly formatting: FormattingPort;
  readonly store: OptionStore;
  readonly settings: ReturnType<typeof createSettings>;
  readonly reads: OptionReads;
  /** Called for a name that is too long to be stored: its value is available in this request only. */
  onTooLong(name: string): void;
}

/** Maximum length in characters of a value that is loaded with every request. */
const MAX_AUTOLOAD_LENGTH = 150_000;
/** Autoload values that are chosen again at each update. */
const DYNAMIC_AUTOLOAD_VALUES = ['auto', 'auto-on', 'auto-off'];

/**
 * Creates the functions that add, change and delete options, each with its hooks (`add_option`, `update_option`,
 * `delete_option`).
 */
export function createOptionWrites({ hooks, formatting, store, settings, reads, onTooLong }: OptionWritesDeps) {
  const { getOption, valueOf } = reads;

  async function addOption(
    rawName: string,
    input: unknown,
    autoload: boolean | string | null = null,
  ): Promise<boolean> {
    const option = parseOptionName(rawName);
    if (option.isEmpty) return false;
    const { name } = option;
    assertNotProtected(name);
    const value = await sanitizeOption(name, input);
    const mayExist = !store.isKnownMissing(name);
    if (mayExist) {
      const defaultValue = await hooks.applyFilters<unknown>(`default_option_${name}`, false, name, false);
      if (!isSameValue(defaultValue, await getOption(name))) return false;
    }
    const text = toStoredText(value);
    const row = { name, text, autoload: await autoloadOf(name, value, text, autoload) };
    await hooks.doAction('add_option', name, value);
    const before = await store.read(option);
    // An option that appears missing to filters is overwritten; one that another node has just added is not.
    if (before && !mayExist) return false;
    if (option.isTooLong) onTooLong(name);
    try {
      if (!(await (before ? store.update(before, text, row.autoload, value) : store.insert(row, value)))) return false;
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      // Another node has inserted it in the meantime; its value is used.
      await store.refresh();
      return false;
    }
    await hooks.doAction(`add_option_${name}`, name, value);
    await hooks.doAction('added_option', name, value);
    return true;
  }

  async function updateOption(
    rawName: string,
    input: unknown,
    autoload: boolean | string | null = null,
  ): Promise<boolean> {
    const option = parseOptionName(rawName);
    if (option.isEmpty) return false;
    const { name } = option;
    assertNotProtected(name);
    const sanitized = await sanitizeOption(name, input);
    const old = await getOption(name);
    const proposed = await hooks.applyFilters(`pre_update_option_${name}`, sanitized, old, name);
    const value = await hooks.applyFilters('pre_update_option', proposed, name, old);
    if (isSameValue(value, old)) return false;
    if (isSameValue(await hooks.applyFilters<unknown>(`default_option_${name}`, false, name, false), old)) {
      return addOption(name, value, autoload);
    }
    const text = toStoredText(value);
    await hooks.doAction('update_option', name, old, value);
    const row = await store.read(option);
    if (!row) return false;
    const reevaluate = autoload !== null || DYNAMIC_AUTOLOAD_VALUES.includes(row.autoload);
    const newAutoload = reevaluate ? await autoloadOf(name, value, text, autoload) : row.autoload;
    if (!(await store.update(row, text, newAutoload, value))) return false;
    await hooks.doAction(`update_option_${name}`, old, value, name);
    await hooks.doAction('updated_option', name, old, value);
    return true;
  }

  async function deleteOption(rawName: string): Promise<boolean> {
    const option = parseOptionName(rawName);
    if (option.isEmpty) return false;
    const { name } = option;
    assertNotProtected(name);
    const row = await store.read(option);
    if (!row) return false;
    await hooks.doAction('delete_option', name);
    if (!(await store.remove(row))) return false;
    await hooks.doAction(`delete_option_${name}`, name);
    await hooks.doAction('deleted_option', name);
    return true;
  }

  async function setAutoload(name: string, autoload: boolean | string): Promise<boolean> {
    const row = await store.read(parseOptionName(name));
    return row
      ? store.update(row, row.text, [false, 'off', 'no'].includes(autoload) ? 'off' : 'on', valueOf(row))
      : false;
  }

  async function autoloadOf(
    name: string,
    value: unknown,
    text: string,
    autoload: boolean | string | null,
  ): Promise<string> {
    if (autoload === true || autoload === 'on' || autoload === 'yes') return 'on';
    if (autoload === false || autoload === 'off' || autoload === 'no') return 'off';
    const bySize = text.length > MAX_AUTOLOAD_LENGTH ? false : null;
    const filtered = await hooks.applyFilters<unknown>('wp_default_autoload_value', bySize, name, value, text);
    if (typeof filtered !== 'boolean') return 'auto';
    return filtered ? 'auto-on' : 'auto-off';
  }

  async function sanitizeOption(name: string, value: unknown): Promise<unknown> {
    const original = value;
    const readStored = async (other: string): Promise<unknown> => getOption(other);
    const result = await sanitizeCoreOption(name, value ?? null, { formatting, getStored: readStored });
    let clean: unknown;
    if ('error' in result) {
      clean = await getOption(name);
      settings.addSettingsError(name, `invalid_${name}`, result.error);
    } else clean = result.value;
    return hooks.applyFilters(`sanitize_option_${name}`, clean, name, original);
  }

  return { addOption, updateOption, deleteOption, setAutoload, sanitizeOption };
}

function assertNotProtected(name: string): void {
  if (name === 'alloptions' || name === 'notoptions') {
    throw new PlinthError('option_protected', `${name} is a protected WP option and may not be modified`, {
      hint: 'Use another option name.',
      status: 400,
    });
  }
}
