import { currentContext } from '../../context/index.js';
import type { Knex } from '../../api/index.js';
import type { StatusClauseDeps } from './status-clause.js';

/** Limits a search to texts that the reader may know: whether a word is found in a protected one tells what it says. */
export async function passwordClause(
  { types, roles }: StatusClauseDeps,
  postTypes: readonly string[],
): Promise<(where: Knex.QueryBuilder) => void> {
  const userId = currentContext()?.userId ?? 0;
  const edited: string[] = [];
  for (const name of userId > 0 ? postTypes : [])
    if (await roles.now.currentUserCan(types.getPostTypeObject(name)?.cap.edit_others_posts ?? 'edit_others_posts'))
      edited.push(name);
  return (where) => {
    void where.where({ 'posts.post_password': '' });
    if (userId > 0) void where.orWhereIn('posts.post_type', edited).orWhere({ 'posts.post_author': userId });
  };
}
