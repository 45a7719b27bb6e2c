import type { UrlVariables } from '../settings/facet-types.js';

type Params = Readonly<Record<string, unknown>>;

/** Maximum length of a text that an extension's type parses, in characters. */
export const MAX_TEXT_LENGTH = 200;
const MAX_PARTS = 10;
const PART = /^[a-z][a-z0-9_]{0,30}$/i;

export const ownParam = (params: Params, name: string): unknown =>
  Object.hasOwn(params, name) ? params[name] : undefined;

/**
 * Returns the variables of a facet within limits; undefined if there are none.
 * @param params a query in JSON has no nested level; parts are keys of their own there, `sf_near[place]`
 */
export function getUrlVariables(params: Params, name: string): UrlVariables | undefined {
  const param = ownParam(params, name);
  const nested = typeof param === 'object' && param !== null && !Array.isArray(param) ? Object.entries(param) : [];
  const flat = Object.entries(params).flatMap(([key, value]): [string, unknown][] =>
    key.startsWith(`${name}[`) && key.endsWith(']') ? [[key.slice(name.length + 1, -1), value]] : [],
  );
  const parts = [...nested, ...flat]
    .filter(([part]) => PART.test(part))
    .map(([part, value]): [string, string] => [part, textOf(value)])
    .filter(([, text]) => text !== '');
  const text = Array.isArray(param)
    ? param
        .map(textOf)
        .filter((candidate) => candidate !== '')
        .join(',')
        .slice(0, MAX_TEXT_LENGTH)
    : textOf(param);
  return text === '' && parts.length === 0 ? undefined : { text, parts: Object.fromEntries(parts.slice(0, MAX_PARTS)) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, MAX_TEXT_LENGTH).trim() : '';
}
