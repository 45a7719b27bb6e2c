import type { Database, Knex, PostQuery } from '../../api/index.js';
import { comparedColumn, comparedExactColumn, comparedText } from '../../db/index.js';
import { isOn, listOf, textOf } from './query-values.js';

const SEARCH_COLUMNS = ['post_title', 'post_excerpt', 'post_content'];
const MAX_TERMS = 9;
/** Common words that are ignored in searches. */
const STOPWORDS = new Set(
  'about an are as at be by com for from how in is it of on or that the this to was what when where who will with www'.split(
    ' ',
  ),
);

/** Returns the search terms without stop words. */
function searchTerms(query: PostQuery): string[] {
  const text = textOf(query, 's').replace(/[\r\n]/g, '');
  if (text === '') return [];
  if (isOn(query.sentence)) return [text];
  const found = text.match(/"[^"]*(?:"|$)|[^\t ",+]+/g) ?? [];
  const terms = found
    .map((term) => term.replace(/^["'\s]+|["'\s]+$/g, ''))
    .filter((term) => term !== '' && !/^[a-z-]$/i.test(term) && !STOPWORDS.has(term.toLowerCase()));
  return terms.length === 0 || terms.length > MAX_TERMS ? [text] : terms;
}

/** Limits a query to posts that contain every search term, and no term with a leading minus. */
export function applySearch(db: Database, where: Knex.QueryBuilder, query: PostQuery): void {
  const requested = listOf(query, 'search_columns')
    .map(String)
    .filter((column) => SEARCH_COLUMNS.includes(column));
  const columns = requested.length > 0 ? requested : SEARCH_COLUMNS;
  const exact = isOn(query.exact);
  for (const term of searchTerms(query)) {
    const isExcluded = term.startsWith('-') && term.length > 1;
    const text = isExcluded ? term.slice(1) : term;
    const folded = comparedText(db, escapeLike(text));
    const pattern = exact ? folded : `%${folded}%`;
    void where.where((any: Knex.QueryBuilder) => {
      for (const column of columns) {
        if (isExcluded) void any.whereRaw(`${comparedColumn(db)} not like ? escape '!'`, [`posts.${column}`, pattern]);
        else void any.orWhereRaw(`${comparedColumn(db)} like ? escape '!'`, [`posts.${column}`, pattern]);
      }
      // In the media library, searches include file names.
      if (isOn(query.search_filenames) && !isExcluded) {
        void any.orWhereExists(
          (file: Knex.QueryBuilder) =>
            void file
              .select('meta_id')
              .from('postmeta')
              .whereRaw('postmeta.post_id = posts.id')
              .where({ meta_key: '_wp_attached_file' })
              .whereRaw(`${comparedExactColumn(db)} like ? escape '!'`, ['meta_value', pattern]),
        );
      }
    });
  }
}

/** Sorts results: posts with the search terms in their title first, then those with them in the excerpt or content. */
export function orderByRelevance(db: Database, posts: Knex.QueryBuilder, query: PostQuery): void {
  const terms = searchTerms(query).filter((term) => !term.startsWith('-'));
  const pattern = (text: string): string => `%${comparedText(db, escapeLike(text))}%`;
  const likeColumn = (column: string) => ({
    sql: `${comparedColumn(db)} like ? escape '!'`,
    column: `posts.${column}`,
  });
  const title = likeColumn('post_title');
  const wholePhrase = pattern(textOf(query, 's').trim());
  const inTitle = [title.column, wholePhrase];
  if (terms.length <= 1) {
    void posts.orderByRaw(`case when ${title.sql} then 0 else 1 end`, inTitle);
    return;
  }
  const titleMatches = (operator: string): string => terms.map(() => title.sql).join(operator);
  const termBindings = terms.flatMap((term) => [title.column, pattern(term)]);
  const [excerpt, content] = [likeColumn('post_excerpt'), likeColumn('post_content')];
  void posts.orderByRaw(
    `case when ${title.sql} then 1 when ${titleMatches(' and ')} then 2 when ${titleMatches(' or ')} then 3 ` +
      `when ${excerpt.sql} then 4 when ${content.sql} then 5 else 6 end`,
    [...inTitle, ...termBindings, ...termBindings, excerpt.column, wholePhrase, content.column, wholePhrase],
  );
}

function escapeLike(text: string): string {
  return text.replace(/[!%_]/g, '!$&');
}
