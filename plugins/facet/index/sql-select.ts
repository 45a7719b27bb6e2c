import type { Database } from 'plinth';
import type { EngineQuery, RangeSelection, Selection } from '../engine/types.js';
import { fieldPath, type Statement } from './index-sql.js';

/** The restrictions on products. */
export type Restriction = Pick<EngineQuery, 'selections' | 'ranges' | 'scope'>;

/** Builds selects over the rows of the index. */
export interface SqlSelect {
  /** Returns the documents that match a restriction: `product_id`, `version`, `price` and `stock`. */
  documents(restriction: Restriction): Statement;
  /**
   * Returns the number of a source for each document that matches a restriction; prices without those of sold-out
   * versions of which others can be bought.
   */
  numbers(restriction: Restriction, source: string): Statement;
}

/** Whether a document in `found` can be bought, or nothing of its product can. */
const IS_OFFERED =
  "(found.stock <> 'outofstock' or found.product_id not in (select product_id from docs where stock <> 'outofstock'))";

export function createSqlSelect(engine: Database['engine']): SqlSelect {
  /** Returns the expression for a number of a document in `found`, whose product is `p`. */
  function numberOf(source: string): string {
    if (source === 'price') return 'found.price';
    // A date is a number of days from 1970-01-01.
    return engine === 'sqlite'
      ? "case when json_extract(p.packed, ?) like '____-__-__%' then julianday(substr(json_extract(p.packed, ?), 1, 10)) - 2440587.5 else cast(json_extract(p.packed, ?) as real) end"
      : "case when json_unquote(json_extract(p.packed, ?)) like '____-__-__%' then to_days(substr(json_unquote(json_extract(p.packed, ?)), 1, 10)) - 719528 else cast(json_unquote(json_extract(p.packed, ?)) as double) end";
  }

  function documents({ selections, ranges, scope }: Restriction): Statement {
    const parts = [...scope, ...selections].map(selectionCondition).concat(ranges.map(rangeCondition));
    const where = parts.length > 0 ? `where ${parts.map(({ sql }) => sql).join(' and ')}` : '';
    return {
      sql: `select found.product_id, found.version, found.price, found.stock from docs found join p on p.product_id = found.product_id ${where}`,
      values: parts.flatMap(({ values }) => values),
    };
  }

  function selectionCondition({ source, values, operator, anyDocument }: Selection): Statement {
    if (values.length === 0) return { sql: operator === 'and' ? '1 = 1' : '1 = 0', values: [] };
    const hasAnyOf = (wantedValues: readonly string[]): Statement => ({
      sql: `${anyDocument ? 'found.product_id in (select product_id' : '(found.product_id, found.version) in (select product_id, version'} from facts where source = ? and value in (${wantedValues.map(() => '?').join(', ')}))`,
      values: [source, ...wantedValues],
    });
    const parts = operator === 'and' ? values.map((value) => hasAnyOf([value])) : [hasAnyOf(values)];
    return { sql: parts.map(({ sql }) => sql).join(' and '), values: parts.flatMap((part) => part.values) };
  }

  function rangeCondition({ source, min, max }: RangeSelection): Statement {
    const ends = [
      { end: min, sign: '>=' },
      { end: max, sign: '<=' },
    ].flatMap(({ end, sign }): Statement[] =>
      end === null ? [] : [{ sql: `${numberOf(source)} ${sign} ?`, values: [...numberBindings(source), end] }],
    );
    const hasNumber: Statement = { sql: `${numberOf(source)} is not null`, values: numberBindings(source) };
    return {
      sql: [hasNumber, ...ends].map(({ sql }) => sql).join(' and '),
      values: [hasNumber, ...ends].flatMap(({ values }) => values),
    };
  }

  return {
    documents,
    numbers(restriction, source) {
      const { sql, values } = documents(restriction);
      const number = numberOf(source);
      return {
        sql: `select found.product_id, ${number} number from (${sql}) found join p on p.product_id = found.product_id where ${number} is not null${source === 'price' ? ` and ${IS_OFFERED}` : ''}`,
        values: [...numberBindings(source), ...values, ...numberBindings(source)],
      };
    },
  };
}

/** Returns the bindings of `numberOf`: the JSON path of a field; none for the price, which is a column. */
function numberBindings(source: string): readonly string[] {
  const path = fieldPath(source.replace(/^field:/, ''));
  return source === 'price' ? [] : [path, path, path];
}
