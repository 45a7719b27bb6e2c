import { type Command, PlinthError } from '../../api/index.js';

const COMMAND_NAME = /^[a-z][\w-]*(?: [a-z][\w-]*)*(?: (?:<[\w.-]+>|\[[\w.-]+\]))*$/i;
const FLAG_START = /^-/;

/**
 * Refuses a registration without a function immediately; otherwise the error would occur during a visitor's
 * request.
 * @throws PlinthError `callback_not_found`
 */
export function checkFunction(call: string, callback: unknown): void {
  if (typeof callback === 'function') return;
  throw new PlinthError(
    'callback_not_found',
    `${call} requires a function, but got ${callback === null ? 'null' : typeof callback}.`,
    {
      hint: 'Check the argument: an import with a wrong name is undefined.',
    },
  );
}

/**
 * Refuses a command that the command line could not run.
 * @throws PlinthError `command_invalid`, `callback_not_found`
 */
export function checkCommand({ name, description, options = [], run }: Partial<Command>): void {
  if (typeof name !== 'string' || !COMMAND_NAME.test(name))
    throw invalid(
      `The command ${JSON.stringify(name) ?? 'undefined'} does not have a valid name`,
      'Use a name such as "parcel send <number>".',
    );
  if (typeof description !== 'string' || description.trim() === '')
    throw invalid(`The command "${name}" has no description`, 'Add a short description of what the command does.');
  if (!Array.isArray(options) || !(options as readonly unknown[]).every(hasFlags))
    throw invalid(`The command "${name}" has an option without flags`, 'Add flags such as "--seed <n>".');
  checkFunction(`addCommand('${name}', …).run`, run);
}

function hasFlags(option: unknown): boolean {
  const { flags } = (option ?? {}) as { flags?: unknown };
  return typeof flags === 'string' && FLAG_START.test(flags);
}

function invalid(problem: string, hint: string): PlinthError {
  return new PlinthError('command_invalid', `${problem}.`, { hint });
}
