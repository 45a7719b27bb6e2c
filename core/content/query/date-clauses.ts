import { type Database, type DateQueryClause, type Knex, type PostQuery, toUtcString } from '../../api/index.js';
import { CALENDAR_PARTS, calendarPart, type Sql } from './calendar-parts.js';
import { type Group, isGroup, isSet, numberOf, readGroup, textOf } from './query-values.js';

const PARTS: Record<string, [from: number, length: number]> = {
  year: [1, 4],
  month: [6, 2],
  monthnum: [6, 2],
  day: [9, 2],
  hour: [12, 2],
  minute: [15, 2],
  second: [18, 2],
};
const COLUMNS = [
  'post_date',
  'post_date_gmt',
  'post_modified',
  'post_modified_gmt',
  'comment_date',
  'comment_date_gmt',
];

/** Adds date conditions: `m`, the individual parts, and `date_query`. */
export function applyDates(db: Database, where: Knex.QueryBuilder, query: PostQuery): void {
  const moment = textOf(query, 'm').replace(/\D/g, '');
  const lengths = [
    [0, 4],
    [4, 6],
    [6, 8],
    [8, 10],
    [10, 12],
    [12, 14],
  ] as const;
  if (moment.length > 0 && moment.length < 4 && moment !== '0') samePart(where, 'post_date', 'year', Number(moment));
  for (const [index, part] of ['year', 'month', 'day', 'hour', 'minute', 'second'].entries()) {
    const [from, to] = lengths[index] as readonly [number, number];
    if (moment.length >= to) samePart(where, 'post_date', part, Number(moment.slice(from, to)));
  }
  for (const part of Object.keys(PARTS)) {
    if (part !== 'month' && isSet(query, part) && (numberOf(query, part) !== 0 || /^(hour|minute|second)$/.test(part)))
      samePart(where, 'post_date', part, numberOf(query, part));
  }
  if (numberOf(query, 'w') > 0) compared(where, calendarPart(db, 'week', 'post_date'), [numberOf(query, 'w')]);
  applyDateQuery(db, where, query.date_query, 'post_date');
}

/**
 * Adds the conditions of a `date_query`.
 * @param column date column used if the query specifies none
 */
export function applyDateQuery(db: Database, where: Knex.QueryBuilder, query: unknown, column: string): void {
  const group = readGroup<DateQueryClause>(query, (one) =>
    ['after', 'before', ...Object.keys(PARTS), ...CALENDAR_PARTS].some((key) => key in one),
  );
  if (group) void where.where((all: Knex.QueryBuilder) => applyGroup(db, all, group, columnOf(query, column)));
}

function applyGroup(db: Database, where: Knex.QueryBuilder, group: Group<DateQueryClause>, column: string): void {
  for (const one of group.clauses) {
    const part = (inner: Knex.QueryBuilder): void =>
      isGroup(one) ? applyGroup(db, inner, one, column) : applyClause(db, inner, one, column);
    void (group.relation === 'OR' ? where.orWhere(part) : where.andWhere(part));
  }
}

function applyClause(db: Database, where: Knex.QueryBuilder, clause: DateQueryClause, inherited: string): void {
  const column = clause.column === undefined ? inherited : columnOf(clause, inherited);
  const inclusive = clause.inclusive === true;
  if (clause.after !== undefined) void where.where(column, inclusive ? '>=' : '>', boundary(clause.after, !inclusive));
  if (clause.before !== undefined) void where.where(column, inclusive ? '<=' : '<', boundary(clause.before, inclusive));
  const compare = (clause.compare ?? '=').toUpperCase();
  for (const part of Object.keys(PARTS)) {
    const value = clause[part as keyof DateQueryClause] as number | number[] | undefined;
    if (value !== undefined) samePart(where, column, part, value, compare);
  }
  for (const part of CALENDAR_PARTS) {
    const value = clause[part as keyof DateQueryClause] as number | number[] | undefined;
    // Week 0 does not exist and is ignored.
    if (value !== undefined && value !== 0)
      compared(where, calendarPart(db, part, column), Array.isArray(value) ? value : [value], compare);
  }
}

/** Compares a date part as the substring at its position, in the same way on both database engines. */
function samePart(
  where: Knex.QueryBuilder,
  column: string,
  part: string,
  value: number | number[],
  compare = '=',
): void {
  const [from, length] = PARTS[part] as [number, number];
  const texts = (Array.isArray(value) ? value : [value]).map((one) => String(one).padStart(length, '0'));
  compared(where, { sql: 'substr(??, ?, ?)', bindings: [column, from, length] }, texts, compare);
}

function compared(
  where: Knex.QueryBuilder,
  { sql, bindings }: Sql,
  values: readonly (string | number)[],
  compare = '=',
): void {
  const marks = values.map(() => '?').join(', ');
  if (compare === 'NOT IN') void where.whereRaw(`${sql} not in (${marks})`, [...bindings, ...values]);
  else if (compare === 'BETWEEN' || compare === 'NOT BETWEEN')
    void where.whereRaw(`${sql} ${compare} ? and ?`, [...bindings, ...values.slice(0, 2)]);
  else if (['>', '>=', '<', '<=', '!='].includes(compare))
    void where.whereRaw(`${sql} ${compare} ?`, [...bindings, values[0] as string]);
  else void where.whereRaw(`${sql} in (${marks})`, [...bindings, ...values]);
}

function columnOf(value: unknown, fallback: string): string {
  const requested = typeof value === 'object' && value !== null && 'column' in value ? String(value.column) : '';
  return COLUMNS.includes(requested) ? requested : fallback;
}

/** Returns the boundary of a date range; missing parts are filled in so that the range includes what was requested. */
function boundary(value: NonNullable<DateQueryClause['after']>, toEnd: boolean): string {
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
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(second)}`;
}
