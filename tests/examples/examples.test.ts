import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runNode, runNodeWith } from '../authoring/author-folder.js';
import { mysqlServer } from '../kit/mysql-server.js';
import { type AuthorFolder, authorFolder } from '../package/author-folder.js';

const ROOT = join(__dirname, '../..');
const EXAMPLES = join(ROOT, 'examples');
/** One of each kind: of content with a table of its own, of the shop, of the filter. */
const ON_BOTH = ['events-kit', 'locker-delivery', 'distance-facet'];
const FINE = { code: 0, said: '' };
/** What was said counts where something is wrong. */
const quiet = ({ code, said }: { code: number | null; said: string }): object => (code === 0 ? FINE : { code, said });

describe.each(readdirSync(EXAMPLES))('the example %s, in a folder of an author who has the package', (id) => {
  let author: AuthorFolder;
  let folder: string;
  beforeAll(() => {
    author = authorFolder();
    folder = join(author.folder, id);
    // What somebody installed beside an example is not its own.
    cpSync(join(EXAMPLES, id), folder, {
      recursive: true,
      filter: (path) => !path.includes('node_modules', EXAMPLES.length),
    });
  }, 300_000);
  afterAll(() => author.close());

  it('passes its types', () => {
    expect(quiet(runNode(folder, join(ROOT, 'node_modules/typescript/bin/tsc'), '--noEmit', '-p', '.'))).toEqual(FINE);
  }, 300_000);

  it('passes its own tests', () => {
    expect(quiet(runNode(folder, '--test'))).toEqual(FINE);
  }, 300_000);

  const server = mysqlServer;
  if (server !== undefined && ON_BOTH.includes(id)) {
    it('passes its own tests on MariaDB', () => {
      expect(quiet(runNodeWith({ PLINTH_TEST_DATABASE: server }, folder, '--test'))).toEqual(FINE);
    }, 300_000);
  }
});
