import { addRelToLinks } from '../../core/formatting/html/links.js';
import { addSlashes, stripSlashes } from '../../core/formatting/php/text.js';

const RULES = { protocols: ['http', 'https'], uris: ['href'], internalHosts: [] };

test('addRelToLinks keeps the href when adding a rel to a link repeatedly', () => {
  const once = addRelToLinks(addSlashes(`<a href="https://x.example/Rubik's_Cube" rel="nofollow">x</a>`), 'ugc', RULES);
  const twice = addRelToLinks(once, 'ugc', RULES);
  for (const text of [once, twice])
    expect(stripSlashes(text)).toBe('<a href="https://x.example/Rubik&#039;s_Cube" rel="nofollow ugc">x</a>');
});
