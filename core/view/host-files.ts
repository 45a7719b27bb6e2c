import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileVersion } from './file-version.js';

interface HostFilesDeps {
  readonly root: string;
  /** The host's version. */
  readonly version: string;
  /** Returns the complete URL of a path of the site. */
  homeUrl(path: string): string;
}

/** Folders of the files of the host and its default theme, by path prefix. */
const FOLDERS: readonly (readonly [string, readonly string[]])[] = [
  ['/wp-includes/assets/', ['dist/assets', 'templates/assets']],
  ['/wp-content/themes/default/assets/', ['themes/default/assets']],
];

/**
 * Creates the function for URLs of the host's scripts and styles. Browsers cache such files for a year: the URL changes
 * with the version, and with each change of the file.
 * @returns the URL of a file by its path on the site, such as `/wp-includes/assets/admin.css`
 */
export function createHostFiles({ root, version, homeUrl }: HostFilesDeps): (path: string) => string {
  /** Files only change when the host is replaced, which restarts it. */
  const queries = new Map<string, string>();

  function versionQuery(path: string): string {
    const [start = '', folders = []] = FOLDERS.find(([prefix]) => path.startsWith(prefix)) ?? [];
    const files = folders.map((folder) => join(root, folder, path.slice(start.length)));
    return `?ver=${fileVersion(files.find((file) => existsSync(file)) ?? '', version)}`;
  }

  return (path) => {
    let query = queries.get(path);
    if (query === undefined) {
      query = versionQuery(path);
      queries.set(path, query);
    }
    return homeUrl(path) + query;
  };
}
