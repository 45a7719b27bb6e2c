import { PlinthError } from '../api/index.js';

/** Marks of other grammars, which would be taken for letters of an address and never match. */
const FOREIGN = /[\s*()[\]{}?#|^\\]/;
const NAME = /^:[A-Za-z_]\w*$/;

/** Refuses the path of a page that no address would ever match. */
export function checkPath(path: unknown): void {
  const wrong = problemOf(path);
  if (wrong === undefined) return;
  throw new PlinthError('front_path_invalid', `The path ${JSON.stringify(path) ?? 'undefined'} of a page ${wrong}.`, {
    cure: 'Write it as in "/parcel/:number/": whole parts between slashes, with a colon before the name of a part that differs. Whoever looks at all addresses listens to `template_redirect`.',
  });
}

function problemOf(path: unknown): string | undefined {
  if (typeof path !== 'string' || !path.startsWith('/')) return 'does not begin with a slash';
  if (FOREIGN.test(path)) return `holds ${JSON.stringify(FOREIGN.exec(path)?.[0])}, which is no pattern here`;
  const odd = path.split('/').find((part) => part.includes(':') && !NAME.test(part));
  return odd === undefined ? undefined : `has the part "${odd}", which is no name after a colon`;
}
