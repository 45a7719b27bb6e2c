import { type Database, type DateQueryClause, type Knex, type PostQuery, toUtcString } from '../../api/index.js';
import { CALENDAR_PARTS, calendarPartSql, type SqlExpression } from './calendar-parts.js';
import { type Group, isGroup, isSet, numberOf, readGroup, textOf } from './query-values.js';

const PART_POSITIONS: Record<string, [from: number, length: number]> = {
  year: [1, 4],
  month: [6, 2],
  monthnum: [6, 2],
  day: [9, 2],
  hour: [12, 2],
  minute: [15, 2],
  second: [18, 2],
};
const DATE_COLUMNS = [
  'post_date',
  'post_date_gmt',
  'post_modified',
  'post_modified_gmt',
  'comment_date',
  'comment_date_gmt',
];

/** Adds date conditions: `m`, the individual parts, and `date_query`. */
export function applyDates(db: Database, where: Knex.QueryBuilder, query: PostQuery): void {
  const dateDigits = textOf(query, 'm').replace(/\D/g, '');
  const digitRanges = [
    [0, 4],
    [4, 6],
    [6, 8],
    [8, 10],
    [10, 12],
    [12, 14],
  ] as const;
  if (dateDigits.length > 0 && dateDigits.length < 4 && dateDigits !== '0')
    comparePart(where, 'post_date', 'year', Number(dateDigits));
  for (const [index, part] of ['year', 'month', 'day', 'hour', 'minute', 'second'].entries()) {
    const [from, to] = digitRanges[index] as readonly [number, number];
    if (dateDigits.length >= to) comparePart(where, 'post_date', part, Number(dateDigits.slice(from, to)));
  }
  for (const part of Object.keys(PART_POSITIONS)) {
    if (part !== 'month' && isSet(query, part) && (numberOf(query, part) !== 0 || /^(hour|minute|second)$/.test(part)))
      comparePart(where, 'post_date', part, numberOf(query, part));
  }
  if (numberOf(query, 'w') > 0) addComparison(where, calendarPartSql(db, 'week', 'post_date'), [numberOf(query, 'w')]);
  applyDateQuery(db, where, query.date_query, 'post_date');
}

/**
 * Adds the conditions of a `date_query`.
 * @param column date column used if the query specifies none
 */
export function applyDateQuery(db: Database, where: Knex.QueryBuilder, query: unknown, column: string): void {
  const group = readGroup<DateQueryClause>(query, (clause) =>
    ['after', 'before', ...Object.keys(PART_POSITIONS), ...CALENDAR_PARTS].some((key) => key in clause),
  );
  if (group) void where.where((all: Knex.QueryBuilder) => applyGroup(db, all, group, columnOf(query, column)));
}

function applyGroup(db: Database, where: Knex.QueryBuilder, group: Group<DateQueryClause>, column: string): void {
  for (const clause of group.clauses) {
    const part = (inner: Knex.QueryBuilder): void =>
      isGroup(clause) ? applyGroup(db, inner, clause, column) : applyClause(db, inner, clause, column);
    void (group.relation === 'OR' ? where.orWhere(part) : where.andWhere(part));
  }
}

function applyClause(db: Database, where: Knex.QueryBuilder, clause: DateQueryClause, inherited: string): void {
  const column = clause.column === undefined ? inherited : columnOf(clause, inherited);
  const inclusive = clause.inclusive === true;
  if (clause.after !== undefined)
    void where.where(column, inclusive ? '>=' : '>', rangeLimit(clause.after, !inclusive));
  if (clause.before !== undefined)
    void where.where(column, inclusive ? '<=' : '<', rangeLimit(clause.before, inclusive));
  const compare = (clause.compare ?? '=').toUpperCase();
  for (const part of Object.keys(PART_POSITIONS)) {
    const value = clause[part as keyof DateQueryClause] as number | number[] | undefined;
    if (value !== undefined) comparePart(where, column, part, value, compare);
  }
  for (const part of CALENDAR_PARTS) {
    const value = clause[part as keyof DateQueryClause] as number | number[] | undefined;
    // Week 0 does not exist and is ignored.
    if (value !== undefined && value !== 0)
      addComparison(where, calendarPartSql(db, part, column), Array.isArray(value) ? value : [value], compare);
  }
}

/** Compares a part of a date, which is a substring of the stored date in both database engines. */
function comparePart(
  where: Knex.QueryBuilder,
  column: string,
  part: string,
  value: number | number[],
  compare = '=',
): void {
  const [from, length] = PART_POSITIONS[part] as [number, number];
  const texts = (Array.isArray(value) ? value : [value]).map((number) => String(number).padStart(length, '0'));
  addComparison(where, { sql: 'substr(??, ?, ?)', bindings: [column, from, length] }, texts, compare);
}

function addComparison(
  where: Knex.QueryBuilder,
  { sql, bindings }: SqlExpression,
  values: readonly (string | number)[],
  compare = '=',
): void {
  const placeholders = values.map(() => '?').join(', ');
  if (compare === 'NOT IN') void where.whereRaw(`${sql} not in (${placeholders})`, [...bindings, ...values]);
  else if (compare === 'BETWEEN' || compare === 'NOT BETWEEN')
    void where.whereRaw(`${sql} ${compare} ? and ?`, [...bindings, ...values.slice(0, 2)]);
  else if (['>', '>=', '<', '<=', '!='].includes(compare))
    void where.whereRaw(`${sql} ${compare} ?`, [...bindings, values[0] as string]);
  else void where.whereRaw(`${sql} in (${placeholders})`, [...bindings, ...values]);
}

function columnOf(value: unknown, fallback: string): string {
  const requested = typeof value === 'object' && value !== null && 'column' in value ? String(value.column) : '';
  return DATE_COLUMNS.includes(requested) ? requested : fallback;
}

/** Returns the limit of a date range. Missing parts are filled in, so that a given year, month or day counts fully. */
function rangeLimit(value: NonNullable<DateQueryClause['after']>, toEnd: boolean): string {
  let parts: (number | undefined)[];
  if (typeof value === 'object') parts = [value.year, value.month, value.day];
  else {
    const match = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:[ T](\d{1,2}):(\d{1,2})(?::(\d{1,2}))?)?)?)?/.exec(
      value.trim(),
    );
    if (!match) {
      const time = Date.parse(value);
      return Number.isNaN(time) ? '0000-00-00 00:00:00' : toUtcString(time);
    }
    parts = match.slice(1).map((part) => (part === undefined ? undefined : Number(part)));
  }
  const year = parts[0] ?? new Date().getUTCFullYear();
  const month = parts[1] ?? (toEnd ? 12 : 1);
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const [day, hour, minute, second] = [
    parts[2] ?? (toEnd ? lastDay : 1),
    parts[3] ?? (toEnd ? 23 : 0),
    parts[4] ?? (toEnd ? 59 : 0),
    parts[5] ?? (toEnd ? 59 : 0),
  ];
  const twoDigits = (number: number): string => String(number).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)} ${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(second)}`;
}
