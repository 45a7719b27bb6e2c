import { toInteger } from '../../options/index.js';
import type { PostQuery } from '../../api/index.js';

/** Returns a query variable as a string. Variables come from code, JSON and URLs, so their type may differ. */
export function textOf(query: PostQuery, name: string): string {
  const value = query[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export function numberOf(query: PostQuery, name: string): number {
  return toInteger(query[name]);
}

/** Returns a list of integers from an array or a comma-separated string. */
export function idsOf(query: PostQuery, name: string): number[] {
  return listOf(query, name).map((id) => Math.abs(toInteger(id)));
}

/** Returns a list of strings or numbers from an array or a comma-separated string. */
export function listOf(query: PostQuery, name: string): (string | number)[] {
  const value = query[name];
  if (Array.isArray(value))
    return (value as unknown[]).filter(
      (entry): entry is string | number => typeof entry === 'string' || typeof entry === 'number',
    );
  if (typeof value === 'number') return [value];
  return typeof value === 'string' && value !== '' ? value.split(/[\s,]+/).filter((part) => part !== '') : [];
}

export function isSet(query: PostQuery, name: string): boolean {
  const value = query[name];
  return value !== undefined && value !== null && value !== '';
}

/** Whether a value is true, including its string forms. */
export function isOn(value: unknown): boolean {
  return Boolean(value) && value !== '0' && value !== 'false';
}

export interface Group<C> {
  relation: 'AND' | 'OR';
  clauses: (C | Group<C>)[];
}

/**
 * Reads a list of clauses in any supported form: an array, an object with `clauses`, or, as in PHP, an object with the
 * clauses under numeric keys.
 */
export function readGroup<C extends object>(
  value: unknown,
  isClause: (clause: object) => boolean,
): Group<C> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const relation = 'relation' in value && String(value.relation).toUpperCase() === 'OR' ? 'OR' : 'AND';
  const clauses: (C | Group<C>)[] = [];
  for (const entry of getEntries(value, isClause)) {
    if (typeof entry !== 'object' || entry === null) continue;
    if (isClause(entry)) clauses.push(entry as C);
    else {
      const inner = readGroup<C>(entry, isClause);
      if (inner && inner.clauses.length > 0) clauses.push(inner);
    }
  }
  return clauses.length > 0 ? { relation, clauses } : undefined;
}

function getEntries(value: object, isClause: (clause: object) => boolean): unknown[] {
  if (Array.isArray(value)) return value;
  if ('clauses' in value && Array.isArray(value.clauses)) return value.clauses;
  return isClause(value) ? [value] : Object.values(value);
}

export function isGroup<C extends object>(clause: C | Group<C>): clause is Group<C> {
  return 'clauses' in clause && 'relation' in clause;
}
