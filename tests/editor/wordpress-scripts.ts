import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The npm package with a built WordPress. It is GPL-licensed, so it is downloaded separately and not distributed with the project. */
const PACKAGE = 'wp-studio';
const VERSION = '1.22.0';
const INSIDE = 'package/dist/cli/wp-files/latest/wordpress/wp-includes';

/** Scripts and styles of WordPress. */
export interface WordPressScripts {
  /** The `wp-includes` folder. */
  readonly folder: string;
  /** Relative paths of a script and its dependencies, in loading order. */
  scriptsFor(handle: string): readonly string[];
  readonly styles: readonly string[];
  /** Modules that scripts import by name, with their paths. */
  readonly modules: readonly (readonly [name: string, path: string])[];
}

/** Downloads the package once, into a folder ignored by git. */
export function wordPressScripts(): WordPressScripts {
  const home = join(__dirname, '..', '..', 'node_modules', '.cache', 'wordpress-editor', VERSION);
  const folder = join(home, INSIDE);
  if (!existsSync(join(folder, 'js', 'dist', 'edit-post.min.js'))) {
    mkdirSync(home, { recursive: true });
    execFileSync('npm', ['pack', `${PACKAGE}@${VERSION}`, '--silent', '--pack-destination', home], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    execFileSync('tar', [
      '-xzf',
      join(home, `${PACKAGE}-${VERSION}.tgz`),
      '-C',
      home,
      `${INSIDE}/js`,
      `${INSIDE}/css`,
      `${INSIDE}/assets`,
      `${INSIDE}/version.php`,
    ]);
  }
  const needed = dependencies(readFileSync(join(folder, 'assets', 'script-loader-packages.php'), 'utf8'));
  return {
    folder,
    scriptsFor(handle) {
      const ordered: string[] = [];
      const visit = (script: string): void => {
        const path = pathOf(script);
        // Parts of the classic editor, which the block editor does not need.
        if (ordered.includes(path) || !existsSync(join(folder, path))) return;
        for (const other of needed.get(script) ?? VENDOR_NEEDS[script] ?? []) visit(other);
        ordered.push(path);
      };
      visit(handle);
      return ordered;
    },
    modules: readdirSync(join(folder, 'js', 'dist', 'script-modules'), { recursive: true, withFileTypes: true })
      .filter(({ name }) => name === 'index.min.js' || name === 'loader.min.js')
      .map(({ name, parentPath }) => {
        const path = relative(folder, join(parentPath, name)).replaceAll('\\', '/');
        return [
          `@wordpress/${path
            .replace(/^js\/dist\/script-modules\//, '')
            .replace(/\/index\.min\.js$/, '')
            .replace(/\.min\.js$/, '')}`,
          path,
        ] as const;
      }),
    styles: [
      'base-styles',
      'components',
      'block-editor',
      'preferences',
      'commands',
      'notices',
      'patterns',
      'block-library',
      'editor',
      'format-library',
      'media-utils',
      'edit-post',
    ]
      .map((name) => `css/dist/${name}/style.min.css`)
      .filter((path) => existsSync(join(folder, path))),
  };
}

const VENDOR_NEEDS: Readonly<Record<string, readonly string[]>> = {
  'react-dom': ['react'],
  'react-jsx-runtime': ['react'],
};
const VENDORS = ['react', 'react-dom', 'react-jsx-runtime', 'moment', 'lodash', 'regenerator-runtime', 'wp-polyfill'];

function pathOf(handle: string): string {
  return VENDORS.includes(handle) ? `js/dist/vendor/${handle}.min.js` : `js/dist/${handle.replace(/^wp-/, '')}.min.js`;
}

/** Dependencies of each script, from WordPress's own list. */
function dependencies(php: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...php.matchAll(/'([\w-]+)\.js' => array\(\s*'dependencies' => array\(([^)]*)\)/g)].map(
      ([, name = '', list = '']) => [`wp-${name}`, [...list.matchAll(/'([\w-]+)'/g)].map(([, needed = '']) => needed)],
    ),
  );
}
