import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, stat, symlink } from 'node:fs/promises';
import { join, basename, resolve } from 'node:path';
import { type Database, type HookApi, type OptionsApi, PlinthError } from '../api/index.js';
import { readThemes, type Theme, type Views } from '../view/index.js';
import { resolveLayout, readZip, unpack, ZIP_LIMITS, zipBytes } from '../zips/index.js';

/** Selects, installs and deletes the themes of a site. */
export interface ThemeStore {
  /** Whether a theme belongs to the owner, rather than to Plinth or a plugin. */
  isOwn(theme: Theme): boolean;
  /**
   * Activates a theme; other processes follow with their next request (`switch_theme`).
   * @throws PlinthError `theme_not_found`
   */
  switchTheme(id: string): Promise<Theme>;
  /**
   * Installs a theme from a zip, or with `overwrite` replaces the theme of that name. A refused zip leaves no files.
   * @param zip content of the zip, or the path of the file
   * @returns the theme's id
   * @throws PlinthError `theme_manifest_not_found`, `theme_manifest_invalid`, `theme_invalid`, `theme_exists`,
   * `theme_bundled`, `plugin_zip_invalid`, `zip_not_found`
   */
  installTheme(zip: Buffer | string, options?: { readonly overwrite?: boolean }): Promise<string>;
  /**
   * Deletes a theme that is not active (`delete_theme`).
   * @throws PlinthError `theme_not_found`, `theme_bundled`, `theme_in_use`
   */
  deleteTheme(id: string): Promise<void>;
}

interface ThemeStoreDeps {
  readonly db: Pick<Database, 'withLock'>;
  readonly hooks: Pick<HookApi, 'doAction'>;
  readonly options: Pick<OptionsApi, 'updateOption'>;
  readonly views: Pick<Views, 'themes' | 'installedThemes' | 'themeFolders' | 'setTheme' | 'reloadFiles'>;
  /** Folder of the owner's themes. */
  readonly folder: string;
}

const THEME_ARCHIVE = {
  kind: 'theme',
  manifest: 'theme.json',
  isId: (name: string) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) && name.length <= 60,
} as const;
const LOCK_NAME = 'install-theme';
/** Milliseconds to wait for another installation. */
const LOCK_TIMEOUT_MS = 60_000;

/** @since 0.1.0 (WordPress: switch_theme, Theme_Upgrader, delete_theme) */
export function createThemeStore({ db, hooks, options, views, folder }: ThemeStoreDeps): ThemeStore {
  const find = (id: string): Theme => {
    const theme = views.installedThemes().find((installedTheme) => installedTheme.id === id);
    if (!theme) throw themeError(id);
    return theme;
  };
  /** Returns the error for a theme that does not exist, or that is invalid or has an invalid parent. */
  function themeError(id: string): PlinthError {
    try {
      if (views.themeFolders().some((themeFolder) => existsSync(join(themeFolder, id))))
        readThemes(views.themeFolders(), id);
    } catch (error) {
      if (error instanceof PlinthError) return error;
    }
    return new PlinthError('theme_not_found', `The theme "${id}" was not found.`, {
      hint: 'Run `theme list` to see the available themes.',
    });
  }
  /** Whether a theme belongs to the owner, so that it can be replaced and deleted. */
  const isOwn = (theme: Theme): boolean => theme.folder === join(folder, theme.id);
  function assertOwn(theme: Theme): Theme {
    if (!isOwn(theme))
      throw new PlinthError(
        'theme_bundled',
        `The theme "${theme.id}" is bundled with Plinth or a plugin and cannot be replaced or deleted.`,
        { hint: 'Use another folder name for your theme.' },
      );
    return theme;
  }

  async function install(zip: Buffer | string, overwrite: boolean): Promise<string> {
    const files = await readZip(await zipBytes(zip, ZIP_LIMITS), ZIP_LIMITS);
    const { id, pathOf } = await resolveLayout(files, THEME_ARCHIVE);
    const before = views.installedThemes().find((theme) => theme.id === id);
    if (before) assertOwn(before);
    if (before && !overwrite)
      throw new PlinthError('theme_exists', `The theme "${id}" is already installed.`, {
        hint: 'Update it instead, or delete it first.',
      });
    const staging = join(folder, `.install-${randomUUID()}`);
    try {
      await mkdir(join(staging, id), { recursive: true });
      await unpack(files, join(staging, id), pathOf);
      // Its parents may be any installed themes.
      readThemes([staging, ...views.themeFolders()], id);
      const target = join(folder, id);
      const isUpdate = (await stat(target).catch(() => undefined)) !== undefined;
      if (isUpdate) await rename(target, join(staging, '.before'));
      await rename(join(staging, id), target).catch(async (error: unknown) => {
        if (isUpdate) await rename(join(staging, '.before'), target);
        throw error;
      });
      views.reloadFiles(target);
      await hooks.doAction('upgrader_process_complete', null, {
        action: isUpdate ? 'update' : 'install',
        type: 'theme',
        themes: [id],
      });
      return id;
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  }

  return {
    isOwn,
    async switchTheme(id) {
      const theme = find(id);
      const before = views.themes[0];
      if (theme.id === before?.id) return theme;
      await options.updateOption('template', theme.parent ?? theme.id);
      await options.updateOption('stylesheet', theme.id);
      views.setTheme(theme.id);
      await hooks.doAction('switch_theme', theme.name, theme, before);
      await hooks.doAction('after_switch_theme', before?.name ?? '', before);
      return theme;
    },
    installTheme: (zip, { overwrite = false } = {}) =>
      db.withLock(LOCK_NAME, () => install(zip, overwrite), { wait: LOCK_TIMEOUT_MS }),
    deleteTheme: (id) =>
      db.withLock(
        LOCK_NAME,
        async () => {
          const theme = assertOwn(find(id));
          const isInUse = views.themes.some((candidate) => candidate.id === id);
          if (isInUse)
            throw new PlinthError(
              'theme_in_use',
              `The theme "${id}" is active, or is the parent of the active theme.`,
              {
                hint: 'Activate another theme first.',
              },
            );
          await hooks.doAction('delete_theme', id);
          await rm(theme.folder, { recursive: true });
          views.reloadFiles(theme.folder);
          await hooks.doAction('deleted_theme', id, true);
        },
        { wait: LOCK_TIMEOUT_MS },
      ),
  };
}

/**
 * Links a theme from its author's folder into a site, without the folder's siblings.
 * @param themes the folder of the site's own themes
 * @returns the theme's id
 */
export async function linkTheme(folder: string, themes: string): Promise<string> {
  const source = resolve(folder);
  const id = basename(source);
  const link = join(themes, id);
  await mkdir(themes, { recursive: true });
  // Removes a stale link of a folder that has been moved.
  await rm(link, { force: true });
  await symlink(source, link, 'dir');
  return id;
}
