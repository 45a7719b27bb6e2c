import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';

/**
 * Modules of a folder in bottom-up order: a file imports only from its own module and those before it. Those of
 * the plugins are explained in docs/decisions/store-modules.md.
 */
const MODULES: Readonly<Record<string, readonly string[]>> = {
  'core/plugins': [
    'state',
    'manifest',
    'isolation',
    'scope',
    'loader',
    'lifecycle',
    'install',
    'plugin-functions.ts',
    'plugin-host.ts',
    'index.ts',
  ],
  'plugins/store': [
    'contract',
    'registries',
    'audit',
    'search-tokens',
    'time',
    'money',
    'forms',
    'privacy',
    'change-log',
    'images',
    'products',
    'stock',
    'prices',
    'taxonomies',
    'search',
    'catalog',
    'cart',
    'commerce',
    'orders',
    'payments',
    'downloads',
    'emails',
    'accounts',
    'checkout',
    'contact',
    'reviews',
    'back-in-stock',
    'wishlist',
    'shop',
    'products-admin',
    'orders-admin',
    'generator',
    'demo',
    'migrations',
    'boot',
    'plugin.ts',
  ],
  'plugins/compliance': [
    'contract',
    'time',
    'safety',
    'database',
    'settings',
    'store',
    'emails',
    'consents',
    'search',
    'withdrawal',
    'pages',
    'notices',
    'forms',
    'wizard',
    'product',
    'omnibus',
    'declarations',
    'audit',
    'privacy',
    'accounts',
    'invoices',
    'retention',
    'orders',
    'checks',
    'services.ts',
    'rest',
    'admin',
    'demo',
    'plugin.ts',
  ],
  'plugins/facet': [
    'engine',
    'search',
    'index',
    'server',
    'settings',
    'url-state',
    'widget',
    'pages',
    'merchandising',
    'analytics',
    'container.ts',
    'default-services.ts',
    'facet-plugin.ts',
    'contract',
    'command',
    'embed',
    'rest',
    'admin',
    'plugin.ts',
  ],
};

const root = join(__dirname, '..', '..');
const moduleOf = (path: string): string => path.split('/')[0] ?? '';

/** Source files of a folder, relative to it, without browser scripts, which import none of them. */
function filesOf(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.parentPath.includes(`${sep}client`))
    .map((entry) => relative(join(root, folder), join(entry.parentPath, entry.name)).split(sep).join('/'));
}

/** Files of the same folder that a file imports, including type-only and side-effect imports. */
function importsOf(folder: string, file: string): string[] {
  const text = readFileSync(join(root, folder, file), 'utf8');
  const targets = [...text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'(\.[^']+)'/g)].map(([, target]) => target ?? '');
  return targets.map((target) =>
    normalize(join(dirname(file), target))
      .split(sep)
      .join('/')
      .replace(/\.js$/, '.ts'),
  );
}

describe.each(Object.entries(MODULES))('modules of %s', (folder, modules) => {
  const files = filesOf(folder);

  it('appear once each in the module list', () => {
    expect([...modules].sort()).toEqual([...new Set(files.map(moduleOf))].sort());
  });

  it('import only from modules below them', () => {
    const upward = files.flatMap((file) =>
      importsOf(folder, file)
        .filter((target) => modules.indexOf(moduleOf(target)) > modules.indexOf(moduleOf(file)))
        .map((target) => `${file} → ${target}`),
    );
    expect(upward).toEqual([]);
  });
});

it('lists the modules of every plugin with folders', () => {
  const plugins = readdirSync(join(root, 'plugins')).map((id) => `plugins/${id}`);
  const withFolders = plugins.filter((folder) => filesOf(folder).some((file) => file.includes('/')));
  expect(
    Object.keys(MODULES)
      .filter((folder) => folder.startsWith('plugins/'))
      .sort(),
  ).toEqual(withFolders.sort());
});
