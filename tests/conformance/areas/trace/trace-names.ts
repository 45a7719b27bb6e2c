import { SITE_URL } from '../rest-home.js';

/** Administrator of the recorded site. */
export const ADMIN = { login: 'admin', password: 'a long admin password' } as const;
/** Password of all users that the setup creates. */
export const PASSWORD = 'Long-Enough-77!';

/** Responses of the setup requests by name. */
export type NamedResponses = Map<string, Readonly<Record<string, unknown>>>;

/** Fills in the placeholders of a text; values missing from a response become an id that does not exist. */
export function fillNames(text: string, responses: NamedResponses): string {
  const value = (name: string, field: string): unknown => responses.get(name)?.[field] ?? 0;
  return (
    text
      .replaceAll('{{HOME}}', SITE_URL)
      .replaceAll('{{ADMIN}}', ADMIN.login)
      .replaceAll('{{PLUGIN}}', 'trace-two')
      .replace(/\{\{(\w+)\.link\}\}/g, (_all, name: string) => pathOf(String(value(name, 'link'))))
      // Ids are numbers in JSON; only the placeholders are strings.
      .replace(/"\{\{(\w+)\.(\w+)\}\}"/g, (_all, name: string, field: string) => JSON.stringify(value(name, field)))
      .replace(/\{\{(\w+)\.(\w+)\}\}/g, (_all, name: string, field: string) => String(value(name, field)))
  );
}

/** Fills in the placeholders in all strings of a value. */
export function fillAll<T>(value: T, responses: NamedResponses): T {
  return JSON.parse(fillNames(JSON.stringify(value), responses)) as T;
}

function pathOf(link: string): string {
  const { pathname, search } = new URL(link, SITE_URL);
  return pathname + search;
}
