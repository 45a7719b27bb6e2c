import type { AuthorChoice, Choices, Survey } from '../../wxr/index.js';
import type { PageRequest, PostType } from '../../api/index.js';

/** Fields of the form of an import, by what they are about; names of the old site are counted, since they may hold anything. */
export const authorField = (index: number): string => `author-${index}`;
export const kindField = (index: number): string => `kind-${index}`;

/** What the form says; undefined when it names an account or a type that is not there. */
export function readChoices(
  request: Pick<PageRequest, 'field' | 'userId'>,
  survey: Survey,
  accounts: readonly number[],
  types: readonly PostType[],
): Choices | undefined {
  const authors: Record<string, AuthorChoice> = {};
  for (const [index, { login }] of survey.authors.entries()) {
    const chosen = request.field(authorField(index));
    if (chosen !== 'create' && !accounts.includes(Number(chosen))) return undefined;
    authors[login] = chosen === 'create' ? 'create' : Number(chosen);
  }
  const kinds: Record<string, string> = {};
  for (const [index, { name }] of survey.kinds.entries()) {
    const chosen = request.field(kindField(index));
    if (chosen !== '' && chosen !== name && !types.some((type) => type.name === chosen)) return undefined;
    kinds[name] = chosen;
  }
  return { authors, otherAuthor: request.userId, kinds, skipsMedia: request.field('media') === 'skip' };
}
