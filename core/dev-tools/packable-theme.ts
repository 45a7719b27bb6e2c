import { basename, dirname, join } from 'node:path';
import { isWpError, PlinthError } from '../api/index.js';
import type { Site } from '../app/site.js';
import { createSiteApp } from '../app/web.js';
import { createContext, runInContext } from '../context/index.js';
import { listen } from '../http/index.js';
import type { MadeFile } from './bundle-packages.js';
import { readThemes } from '../view/index.js';

/** What is packed, and how it is tested. */
export interface Packable {
  readonly id: string;
  readonly version: string;
  /** Files of the zip that replace files of the folder or are added. */
  readonly generatedFiles: readonly MadeFile[];
  /**
   * Installs the zip and uses it.
   * @throws PlinthError the reason why it does not work
   */
  test(site: Site, zip: string): Promise<void>;
}

/** A theme is tested by rendering one page of each kind. */
export function packableTheme(folder: string, root: string): Packable {
  const [theme] = readThemes([dirname(folder), join(root, 'themes')], basename(folder));
  if (!theme) throw new PlinthError('theme_not_found', `The folder ${folder} does not contain a theme.`);
  const { id, version } = theme;
  return {
    id,
    version,
    generatedFiles: [],
    async test(site, zip) {
      const written = await runInContext(createContext('pack'), async () => {
        await site.themes.installTheme(zip);
        await site.themes.switchTheme(id);
        return [await addressOf(site, 'post'), await addressOf(site, 'page')];
      });
      await show(site, ['/', ...written, '/?s=words', '/?s=nothing-of-the-kind', '/nowhere/']);
      const [trouble] = site.views.themeErrors;
      if (trouble !== undefined)
        throw new PlinthError(
          'theme_check_failed',
          `The packed theme cannot render a page: ${trouble.replace(/\.?$/, '.')}`,
          {
            hint: 'Fix the template, and pack the theme again.',
          },
        );
    },
  };
}

/** Returns the path of an entry created for the test. */
async function addressOf({ content }: Site, type: 'post' | 'page'): Promise<string> {
  const postId = await content.wpInsertPost({
    post_type: type,
    post_status: 'publish',
    post_title: 'Words',
    post_content: 'Words',
  });
  if (isWpError(postId)) throw new PlinthError(postId.getErrorCode(), postId.getErrorMessage());
  return `/?${type === 'post' ? 'p' : 'page_id'}=${postId}`;
}

/** Renders pages as for a visitor, following redirects. */
async function show(site: Site, paths: readonly string[]): Promise<void> {
  const server = await listen(createSiteApp(site), site.config.port, '127.0.0.1');
  try {
    for (const path of paths) await (await fetch(site.config.siteUrl + path)).arrayBuffer();
  } finally {
    await server.close();
  }
}
