import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';

describe('borders that nobody means', () => {
  let test: TestSite;
  let owner: Visitor;
  beforeAll(async () => {
    test = await bootSite();
    owner = visitor(test.url);
    await owner.signIn(ADMIN.login, ADMIN.password);
  });
  afterAll(() => test.close());

  it.each(['users', 'comments', 'categories', 'tags', 'posts', 'pages', 'blocks', 'media'])('a list of %s from before its first is answered', async (list) => {
    for (const offset of ['-1', '-99999999999']) expect([offset, (await owner.get(`/wp-json/wp/v2/${list}?offset=${offset}`)).status]).not.toEqual([offset, 500]);
  });

  it.each(['constructor', '__proto__', 'toString'])('a feed called %s is none', async (name) => {
    for (const path of [`/?feed=${name}`, `/feed/?feed=${name}`]) expect([path, (await owner.get(path)).status < 500]).toEqual([path, true]);
  });
});
