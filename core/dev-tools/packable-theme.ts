import { basename, dirname, join } from 'node:path';
import { isWpError, PlinthError } from '../api/index.js';
import type { Site } from '../app/site.js';
import { createSiteApp } from '../app/web.js';
import { createContext, runInContext } from '../context/index.js';
import { listen } from '../http/index.js';
import type { GeneratedFile } from './bundle-packages.js';
import { readThemes } from '../view/index.js';

/** What is packed, with a function that tests it. */
export interface Packable {
  readonly id: string;
  readonly version: string;
  /** Generated files of the zip, which are added or replace files of the folder. */
  readonly generatedFiles: readonly GeneratedFile[];
  /**
   * Installs the zip on a site and uses it.
   * @throws PlinthError the reason why it does not work
   */
  test(site: Site, zip: string): Promise<void>;
}

/** Returns what is packed for a theme. The test renders one page of each kind. */
export function createPackableTheme(folder: string, root: string): Packable {
  const [theme] = readThemes([dirname(folder), join(root, 'themes')], basename(folder));
  if (!theme) throw new PlinthError('theme_not_found', `The folder ${folder} does not contain a theme.`);
  const { id, version } = theme;
  return {
    id,
    version,
    generatedFiles: [],
    async test(site, zip) {
      const testPaths = await runInContext(createContext('pack'), async () => {
        await site.themes.installTheme(zip);
        await site.themes.switchTheme(id);
        return [await createTestPost(site, 'post'), await createTestPost(site, 'page')];
      });
      await requestPages(site, ['/', ...testPaths, '/?s=words', '/?s=nothing-of-the-kind', '/nowhere/']);
      const [firstError] = site.views.themeErrors;
      if (firstError !== undefined)
        throw new PlinthError(
          'theme_check_failed',
          `The packed theme cannot render a page: ${firstError.replace(/\.?$/, '.')}`,
          {
            hint: 'Fix the template, and pack the theme again.',
          },
        );
    },
  };
}

/** Creates a post or page for the test and returns its path. */
async function createTestPost({ content }: Site, type: 'post' | 'page'): Promise<string> {
  const postId = await content.wpInsertPost({
    post_type: type,
    post_status: 'publish',
    post_title: 'Words',
    post_content: 'Words',
  });
  if (isWpError(postId)) throw new PlinthError(postId.getErrorCode(), postId.getErrorMessage());
  return `/?${type === 'post' ? 'p' : 'page_id'}=${postId}`;
}

/** Requests pages like a visitor, and follows redirects. */
async function requestPages(site: Site, paths: readonly string[]): Promise<void> {
  const server = await listen(createSiteApp(site), site.config.port, '127.0.0.1');
  try {
    for (const path of paths) await (await fetch(site.config.siteUrl + path)).arrayBuffer();
  } finally {
    await server.close();
  }
}
