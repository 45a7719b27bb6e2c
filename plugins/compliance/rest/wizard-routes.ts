import { isWpError, type PluginScope, type RestRequest, type WpError } from 'plinth';
import { isWizardStep, type Wizard } from '../wizard/wizard.js';
import type { Clock } from '../time/clock.js';
import { invalidParams, missingParams, readBody } from './body.js';
import { createEndpoint, NAMESPACE } from './route.js';

const STEP_PATTERN = /^[a-z0-9_]{1,64}$/;
const MAX_STEPS = 100;

/** Endpoint 11: stores which steps of the wizard are completed. */
export function registerWizardRoute(scope: PluginScope, { wizard, clock }: { wizard: Wizard; clock: Clock }): void {
  const endpoint = createEndpoint(scope);
  const { __ } = scope;

  function readSteps(request: RestRequest): readonly string[] | WpError {
    const body = readBody(request);
    if (isWpError(body)) return body;
    const steps = body.steps_completed ?? null;
    if (steps === null) return missingParams(['steps_completed']);
    if (!Array.isArray(steps) || steps.length === 0 || steps.length > MAX_STEPS)
      return invalidParams({ steps_completed: __('Must be a list of 1 to %d step names.', MAX_STEPS) });
    if (!steps.every((step): step is string => typeof step === 'string' && STEP_PATTERN.test(step)))
      return invalidParams({
        steps_completed: __('Step names must have 1–64 lowercase letters, digits, and underscores.'),
      });
    return [...new Set(steps)];
  }

  scope.registerRestRoute(
    NAMESPACE,
    '/wizard/complete',
    endpoint({
      methods: 'POST',
      filter: 'wizard_complete',
      args: {
        steps_completed: {
          description: 'Names of completed steps.',
          type: 'array',
          minItems: 1,
          maxItems: MAX_STEPS,
          items: { type: 'string', pattern: STEP_PATTERN.source },
          required: true,
          sanitizeCallback: null,
        },
      },
      check(request) {
        const steps = readSteps(request);
        return isWpError(steps) ? steps : undefined;
      },
      async callback(request) {
        const steps = readSteps(request);
        if (isWpError(steps)) return steps;
        const record = await wizard.complete(steps);
        return {
          data: { completed: true, completed_at: await clock.local(record.completedAt), steps: record.steps },
          ignored: steps.filter((step) => !isWizardStep(step)).map((step) => `steps_completed[${step}]`),
        };
      },
    }),
  );
}
