import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createHostFiles } from '../../core/view/host-files.js';
import { ADMIN, bootSite } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';
import { assertDefined } from '../kit/assert-defined.js';

describe('core asset URL', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'plinth-files-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  function write(file: string, text: string): void {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const urlOf = (path: string, version = '1.2.3'): string =>
    createHostFiles({ root, version, homeUrl: (filePath) => `https://shop.test${filePath}` })(path);

  it('changes with each version and each content change', () => {
    for (const [path, file] of [
      ['/wp-includes/assets/admin.css', 'templates/assets/admin.css'],
      ['/wp-includes/assets/editor.js', 'dist/assets/editor.js'],
      ['/wp-content/themes/default/assets/style.css', 'themes/default/assets/style.css'],
    ]) {
      write(assertDefined(file), 'before');
      const first = urlOf(assertDefined(path));
      expect(first).toMatch(
        new RegExp(`^https://shop\\.test${path?.replaceAll('.', '\\.')}\\?ver=1\\.2\\.3\\.[a-z0-9]+$`),
      );
      expect(urlOf(assertDefined(path))).toBe(first);
      expect(urlOf(assertDefined(path), '1.2.4')).not.toBe(first);
      write(assertDefined(file), 'afterwards');
      expect(urlOf(assertDefined(path))).not.toBe(first);
    }
    expect(urlOf('/wp-includes/assets/none.css')).toBe('https://shop.test/wp-includes/assets/none.css?ver=1.2.3');
  });

  it('carries a version in the admin with a cache lifetime of one year', async () => {
    const site = await bootSite();
    try {
      const admin = visitor(site.url);
      await admin.logIn(ADMIN.login, ADMIN.password);
      for (const path of [
        '/wp-admin/',
        '/wp-admin/upload.php',
        '/wp-admin/profile.php',
        '/wp-admin/nav-menus.php',
        '/wp-admin/post-new.php',
      ]) {
        const html = (await admin.get(path)).html.replaceAll('&#x3D;', '=');
        const files = [...html.matchAll(/(?:href|src)="([^"#]*\/assets\/[^"#]+\.(?:css|js|svg)[^"#]*)/g)]
          .map(([, url = '']) => url)
          .filter((url) => !url.includes('favicon'));
        expect(files.length).toBeGreaterThan(2);
        expect(files.filter((url) => !/\?ver=\d/.test(url))).toEqual([]);
        const style = files.find((url) => url.includes('admin.css')) ?? '';
        expect((await fetch(style)).headers.get('cache-control')).toBe('public, max-age=31536000');
      }
      // Imported scripts would be loaded without a version in their URL.
      const script = await (await fetch(`${site.url}/wp-includes/assets/fields.js?ver=1`)).text();
      expect(script).toContain('form-field');
      expect(script).not.toMatch(/\bimport\b/);
      // The login page does not use the admin layout.
      expect((await visitor(site.url).get('/wp-login.php')).html.replaceAll('&#x3D;', '=')).toMatch(
        /themes\/default\/assets\/style\.css\?ver=\d/,
      );
    } finally {
      await site.close();
    }
  });
});
