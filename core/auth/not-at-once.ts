import type { Hooks } from '../hooks/index.js';

/** Says once of each question why it was answered with no: whose callbacks make others wait, or that the account was not read yet. */
export function sayNotAtOnce(
  hooks: Pick<Hooks, 'listeners'>,
  log: { warn(fields: object, message: string): void },
): (capability: string, hook: string | undefined) => void {
  const said = new Set<string>();
  return (capability, hook) => {
    const plugins =
      hook === undefined
        ? []
        : [...new Set(hooks.listeners(hook).map(({ owner }) => owner))].filter((owner) => owner !== '');
    const key = `${capability} ${hook ?? ''} ${plugins.join()}`;
    if (said.has(key)) return;
    said.add(key);
    log.warn(
      { code: 'capability_not_at_once', capability, hook, plugins },
      hook === undefined
        ? `Whether the current user has the capability "${capability}" was asked before the account was read; the answer was no.`
        : `Whether the current user has the capability "${capability}" could not be said at once, since callbacks of "${hook}" are asynchronous or it needs an object; the answer was no.`,
    );
  };
}
