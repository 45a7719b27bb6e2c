import type { PluginScope } from 'plinth';
import type { Declaration } from '../declarations/declarations.js';
import type { Deadline } from '../withdrawal/deadlines.js';

/** Returns when a declaration counts as made: the day it was sent, if known. */
export const declaredAt = ({ fields, createdAt }: Pick<Declaration, 'fields' | 'createdAt'>): string =>
  (fields.sent ?? '') || (fields.received ?? '') || createdAt;

/** Returns the reasons for the last day of the withdrawal period. */
export function deadlineReasons({ __ }: Pick<PluginScope, '__'>, { window }: Deadline): readonly string[] {
  const basis = {
    contract: __('counted from the contract: nothing is delivered'),
    delivery: '',
    first: __('counted from the first of regular deliveries'),
    open: '',
    assumed: __('assumed: counted from the order status because no delivery date is entered'),
  }[window.basis];
  const extensions: Readonly<Record<string, string>> = {
    never: __('twelve months longer: the customer was not informed of the right of withdrawal'),
    later: __('counted from the day the customer was informed of the right of withdrawal'),
  };
  return [basis, window.moved ? __('moved to the next working day') : '', extensions[window.extended] ?? ''].filter(
    (reason) => reason !== '',
  );
}

/** Returns whether a declaration was made in time, and the last day. */
export function deadlineLabel(
  scope: Pick<PluginScope, '__'>,
  deadline: Deadline,
  declaration: Pick<Declaration, 'fields' | 'createdAt'>,
): string {
  const { __ } = scope;
  const { lastDay } = deadline.window;
  if (lastDay === '') return __('in time: the period hasn’t started (not delivered yet)');
  const statusText = deadline.isInTime(declaredAt(declaration))
    ? __('in time: the last day is %s', lastDay)
    : __('late: the last day was %s', lastDay);
  return [statusText, ...deadlineReasons(scope, deadline)].join('; ');
}
