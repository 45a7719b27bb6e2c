import { packedFiles } from '../../core/dev-tools/packed-files.js';
import { type AuthorFolder, authorFolder } from './author-folder.js';
import { join } from 'node:path';

describe('packed files of a plugin', () => {
  let author: AuthorFolder;
  beforeEach(() => {
    author = authorFolder();
  });
  afterEach(() => author.remove());

  function packed(files: Readonly<Record<string, string>>): string[] {
    author.write(Object.fromEntries(Object.entries(files).map(([path, text]) => [`hours/${path}`, text])));
    return packedFiles(join(author.folder, 'hours')).map(({ path }) => path);
  }

  it('includes code, translations and data', () => {
    expect(
      packed({ 'plugin.json': '{}', 'plugin.ts': '', 'languages/hours-pl_PL.po': '', 'data/zones.json': '' }),
    ).toEqual(['data/zones.json', 'languages/hours-pl_PL.po', 'plugin.json', 'plugin.ts']);
  });

  it('excludes keys, databases, settings, backups and site folders', () => {
    expect(
      packed({
        'plugin.json': '{}',
        '.env': '',
        'env.bak': '',
        id_rsa: '',
        'keys/server.pem': '',
        'keys/private.key': '',
        'notes.sqlite-wal': '',
        'coverage/index.html': '',
        'data/secret.key': '',
        'data/site.sqlite': '',
        'data/uploads/a.png': '',
      }),
    ).toEqual(['plugin.json']);
  });

  it('excludes what .gitignore names', () => {
    const files = {
      'plugin.json': '{}',
      'notes.txt': '',
      'sub/notes.txt': '',
      'sub/kept.txt': '',
      'tmp/a.js': '',
      'sub/tmp/a.js': '',
      'drafts/one/a.md': '',
      'drafts/one/b.txt': '',
      'a1.js': '',
      'ab.js': '',
    };
    const left = (rules: string): string[] => {
      const all = Object.keys(files);
      const here = packed({ ...files, '.gitignore': rules });
      return all.filter((path) => !here.includes(path));
    };
    expect(left('# nothing\n\n')).toEqual([]);
    expect(left('notes.txt\n')).toEqual(['notes.txt', 'sub/notes.txt']);
    expect(left('/notes.txt\n')).toEqual(['notes.txt']);
    expect(left('tmp/\n')).toEqual(['tmp/a.js', 'sub/tmp/a.js']);
    expect(left('/tmp\n')).toEqual(['tmp/a.js']);
    expect(left('*.txt\n!kept.txt\n')).toEqual(['notes.txt', 'sub/notes.txt', 'drafts/one/b.txt']);
    expect(left('drafts/**/*.md\n')).toEqual(['drafts/one/a.md']);
    expect(left('a[0-9].js\n')).toEqual(['a1.js']);
    expect(left('a?.js\n')).toEqual(['a1.js', 'ab.js']);
  });
});
