import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Names of the file with the step at which the process ends, and of the log of its steps. */
const ARMED = 'armed';
const STEPS = 'steps';

/**
 * A plugin that kills its own process at a selected step: before a database query, before or after a request to the provider, or before the
 * response. It redirects the provider's URL to the test double and runs the shop's scheduled job on request.
 */
export function killingPlugin(folder: string, provider: { readonly url: string; readonly double: string }): string {
  return `
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
const ARMED = ${JSON.stringify(join(folder, ARMED))};
const STEPS = ${JSON.stringify(join(folder, STEPS))};
let endingStep;
let count = 0;
function step(what) {
  if (existsSync(ARMED)) {
    endingStep = readFileSync(ARMED, 'utf8');
    count = 0;
    rmSync(ARMED);
  }
  if (endingStep === undefined) return;
  appendFileSync(STEPS, what.replaceAll('\\n', ' ').slice(0, 120) + '\\n');
  // The host prevents plugins from ending its process, so a separate process does.
  if (/^\\d+$/.test(endingStep) ? Number(endingStep) === count++ : new RegExp(endingStep).test(what)) spawnSync('kill', ['-KILL', String(process.pid)]);
}
export default { boot(scope) {
  const { fetch } = globalThis;
  globalThis.fetch = async (target, init) => {
    if (typeof target !== 'string' || !target.startsWith(${JSON.stringify(provider.url)})) return fetch(target, init);
    const call = (init?.method ?? 'GET') + ' ' + new URL(target).pathname;
    step('request: ' + call);
    const response = await fetch(target.replace(${JSON.stringify(provider.url)}, ${JSON.stringify(provider.double)}), init);
    step('response: ' + call);
    return response;
  };
  scope.db().on('query', ({ sql }) => step('sql: ' + sql));
  scope.addFilter('rest_post_dispatch', (response) => {
    step('response');
    return response;
  });
  scope.registerRestRoute('minutes/v1', '/later', { methods: 'POST', permissionCallback: () => true, async callback() {
    await scope.doAction('store/unpaid_orders');
    return { done: true };
  } });
} };
`;
}

/** A step of a run: its index, or a pattern for the first match. */
export type Step = number | RegExp;

/** Matches no step. */
export const NOWHERE = /(?!)/;

/** Makes the process end at a step from now on. */
export function arm(folder: string, step: Step): void {
  rmSync(join(folder, STEPS), { force: true });
  // Written atomically, since the process may read it at any time.
  writeFileSync(join(folder, `${ARMED}.new`), typeof step === 'number' ? String(step) : step.source);
  renameSync(join(folder, `${ARMED}.new`), join(folder, ARMED));
}

/** Disarms the plugin. @returns the steps executed since it was armed; the last one is that at which the process ended */
export function disarm(folder: string): readonly string[] {
  const file = join(folder, STEPS);
  const steps = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  arm(folder, NOWHERE);
  return steps;
}
