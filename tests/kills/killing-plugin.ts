import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the site's process writes its steps, and reads at which of them it ends. */
const ARMED = 'armed';
const STEPS = 'steps';

/**
 * A plugin that ends its own process at a chosen step: before a statement of the database, before and after a call to the provider, and before the
 * answer. It leads the provider's address to the double, and runs what the shop does every few minutes when it is asked to.
 */
export function killingPlugin(folder: string, provider: { readonly address: string; readonly double: string }): string {
  return `
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
const ARMED = ${JSON.stringify(join(folder, ARMED))};
const STEPS = ${JSON.stringify(join(folder, STEPS))};
let place;
let taken = 0;
function step(what) {
  if (existsSync(ARMED)) {
    place = readFileSync(ARMED, 'utf8');
    taken = 0;
    rmSync(ARMED);
  }
  if (place === undefined) return;
  appendFileSync(STEPS, what.replaceAll('\\n', ' ').slice(0, 120) + '\\n');
  // The host keeps plugins from ending its process, so somebody else has to.
  if (/^\\d+$/.test(place) ? Number(place) === taken++ : new RegExp(place).test(what)) spawnSync('kill', ['-KILL', String(process.pid)]);
}
export default { boot(scope) {
  const { fetch } = globalThis;
  globalThis.fetch = async (target, init) => {
    if (typeof target !== 'string' || !target.startsWith(${JSON.stringify(provider.address)})) return fetch(target, init);
    const call = (init?.method ?? 'GET') + ' ' + new URL(target).pathname;
    step('ask: ' + call);
    const answer = await fetch(target.replace(${JSON.stringify(provider.address)}, ${JSON.stringify(provider.double)}), init);
    step('heard: ' + call);
    return answer;
  };
  scope.db().on('query', ({ sql }) => step('sql: ' + sql));
  scope.addFilter('rest_post_dispatch', (answer) => {
    step('answer');
    return answer;
  });
  scope.registerRestRoute('minutes/v1', '/later', { methods: 'POST', permissionCallback: () => true, async callback() {
    await scope.doAction('store/unpaid_orders');
    return { done: true };
  } });
} };
`;
}

/** A step of a run, by its place in it from 0 on, or the first one whose words fit. */
export type Step = number | RegExp;

/** Fits no step. */
export const NOWHERE = /(?!)/;

/** Has the process end at a step from now on. */
export function arm(folder: string, step: Step): void {
  rmSync(join(folder, STEPS), { force: true });
  // In one piece: the process may look at any moment.
  writeFileSync(join(folder, `${ARMED}.new`), typeof step === 'number' ? String(step) : step.source);
  renameSync(join(folder, `${ARMED}.new`), join(folder, ARMED));
}

/** Lets it live from now on. @returns its steps since it was armed, in words; that at which it ended is the last */
export function disarm(folder: string): readonly string[] {
  const file = join(folder, STEPS);
  const steps = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  arm(folder, NOWHERE);
  return steps;
}
