import { mkdir, rm, symlink } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';

/**
 * Has a site find a theme where its author works on it; nothing beside it becomes the site's.
 * @param themes the folder of the site's own themes
 * @returns the theme's id
 */
export async function linkTheme(folder: string, themes: string): Promise<string> {
  const home = resolve(folder);
  const id = basename(home);
  const link = join(themes, id);
  await mkdir(themes, { recursive: true });
  // Of a folder that has moved since.
  await rm(link, { force: true });
  await symlink(home, link, 'dir');
  return id;
}
