import { SITE_URL } from '../rest-home.js';

/** Who administers the recorded site. */
export const ADMIN = { login: 'admin', password: 'a long admin password' } as const;
/** The password of everybody whom the set-up makes. */
export const PASSWORD = 'Long-Enough-77!';

/** Answers of the set-up, by the names of its calls. */
export type Answers = Map<string, Readonly<Record<string, unknown>>>;

/** Fills a text of the recording in; what a call did not bring is the number of nothing. */
export function fillNames(text: string, responses: Answers): string {
  const value = (name: string, field: string): unknown => responses.get(name)?.[field] ?? 0;
  return (
    text
      .replaceAll('{{HOME}}', SITE_URL)
      .replaceAll('{{ADMIN}}', ADMIN.login)
      .replaceAll('{{PLUGIN}}', 'trace-two')
      .replace(/\{\{(\w+)\.link\}\}/g, (_all, name: string) => pathOf(String(value(name, 'link'))))
      // Ids are numbers in bodies, where the placeholder had to be a text.
      .replace(/"\{\{(\w+)\.(\w+)\}\}"/g, (_all, name: string, field: string) => JSON.stringify(value(name, field)))
      .replace(/\{\{(\w+)\.(\w+)\}\}/g, (_all, name: string, field: string) => String(value(name, field)))
  );
}

/** The same in all texts of a value. */
export function fillAll<T>(value: T, responses: Answers): T {
  return JSON.parse(fillNames(JSON.stringify(value), responses)) as T;
}

function pathOf(link: string): string {
  const { pathname, search } = new URL(link, SITE_URL);
  return pathname + search;
}
