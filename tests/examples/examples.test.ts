import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNode, runNodeWith } from '../dev-tools/author-folder.js';
import { mysqlServer } from '../kit/mysql-server.js';
import { type AuthorFolder, authorFolder } from '../package/author-folder.js';

const ROOT = join(__dirname, '../..');
const EXAMPLES = join(ROOT, 'examples');
const NAMES = readdirSync(EXAMPLES);
/** An example with its own tables; the others run on MariaDB with ENGINES=all. */
const ON_BOTH = process.env.ENGINES === 'all' ? NAMES : ['events-kit'];
const SUCCESS = { code: 0, output: '' };
/** Omits the output of successful commands. */
const quiet = ({ code, output }: { code: number | null; output: string }): object =>
  code === 0 ? SUCCESS : { code, output };

describe('examples in an author’s folder', () => {
  let author: AuthorFolder;
  beforeAll(() => {
    author = authorFolder();
    for (const name of NAMES)
      cpSync(join(EXAMPLES, name), join(author.folder, name), {
        recursive: true,
        filter: (path) => !path.includes('node_modules', EXAMPLES.length),
      });
  }, 300_000);
  afterAll(() => author.close());

  it('uses the same compiler options', () => {
    const options = NAMES.map((name) => readTsconfig(join(EXAMPLES, name)).compilerOptions);
    for (const option of options) expect(option).toEqual(options[0]);
  });

  it('passes type checking', () => {
    const { compilerOptions } = readTsconfig(join(EXAMPLES, NAMES[0] ?? ''));
    writeFileSync(
      join(author.folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, include: ['*/**/*.ts'], exclude: ['node_modules', '*/assets'] }),
    );
    expect(quiet(runNode(author.folder, join(ROOT, 'node_modules/typescript/bin/tsc'), '--noEmit', '-p', '.'))).toEqual(
      SUCCESS,
    );
  }, 300_000);

  it.each(NAMES)(
    '%s: passes its own tests',
    (name) => {
      expect(quiet(runNode(join(author.folder, name), '--test'))).toEqual(SUCCESS);
    },
    300_000,
  );

  const server = mysqlServer;
  if (server !== undefined)
    it.each(ON_BOTH)(
      '%s: passes its own tests on MariaDB',
      (name) => {
        expect(quiet(runNodeWith({ PLINTH_TEST_DATABASE: server }, join(author.folder, name), '--test'))).toEqual(
          SUCCESS,
        );
      },
      300_000,
    );
});

function readTsconfig(folder: string): { compilerOptions: object } {
  return JSON.parse(readFileSync(join(folder, 'tsconfig.json'), 'utf8')) as { compilerOptions: object };
}
