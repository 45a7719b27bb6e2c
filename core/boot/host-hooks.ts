import type { Hooks } from '../hooks/index.js';

const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const isText = (value: unknown): boolean => typeof value === 'string';
const isLines = (value: unknown): boolean => Array.isArray(value) && value.every((line) => typeof line === 'string');

/** Declares the hooks that the host fires and WordPress does not know. */
export function declareHostHooks({ declarations }: Pick<Hooks, 'declarations'>): void {
  declarations.declare({
    name: 'plinth/load_demo', kind: 'action', owner: '', since: '0.1.0',
    summary: 'A new site wants to be filled with a demonstration. Fired once; filling twice must change nothing.', args: [],
  });
  declarations.declare({
    name: 'plinth/author_archive', kind: 'filter', owner: '', since: '0.1.0',
    summary: 'Whether everybody may see the page that lists what an account has written.', args: ['shown', 'user: UserWithRoles'], check: isFlag,
  });
  declarations.declare({
    name: 'plinth/site_owner', kind: 'filter', owner: '', since: '0.1.0',
    summary: 'Who runs the site, as lines of plain text: shown below each letter that has a layout, and beside the contact form. Asked in the language of the reader.', args: ['lines: texts'], check: isLines,
  });
  declarations.declare({
    name: 'plinth/search_results', kind: 'filter', owner: '', since: '0.1.0',
    summary: 'HTML above the posts that the search of the site found, on its first page: what plugins find, which keep their things elsewhere.', args: ['html', 'words'], check: isText,
  });
}
