import { type Command, PlinthError } from '../../api/index.js';
import type { Invoke } from './invoke.js';

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

type Kind = 'text' | 'function' | 'list' | 'object' | 'text or function' | 'text or list';
/** What each property of a registration must be; a kind that ends with `?` allows the property to be absent. */
type Shape = Readonly<Record<string, Kind | `${Kind}?`>>;

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
const KINDS: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  text: isText,
  function: (value) => typeof value === 'function',
  list: Array.isArray,
  object: isObject,
  'text or function': (value) => typeof value === 'string' || typeof value === 'function',
  'text or list': (value) => isText(value) || Array.isArray(value),
};

/**
 * Refuses a registration that would fail later, on a page.
 * @param call the call as its author wrote it: `registerWidget(…)`
 * @throws PlinthError `registration_invalid`
 */
export function checkShape(call: string, value: unknown, shape: Shape): void {
  if (!isObject(value)) throw invalidRegistration(`${call} requires an object, but got ${describeKind(value)}`);
  for (const [name, rule] of Object.entries(shape)) {
    const part = (value as Readonly<Record<string, unknown>>)[name];
    const kind = rule.replace('?', '') as Kind;
    if ((rule.endsWith('?') && (part ?? '') === '') || KINDS[kind](part)) continue;
    throw invalidRegistration(`${call} requires "${name}" to be a ${kind}, but got ${describeKind(part)}`);
  }
}

/**
 * Reports a registration that the host refused by its return value, which few plugins read, as an error of the plugin.
 */
export function reportRefused(invoke: Invoke, id: string, call: string, reason: string): void {
  try {
    invoke(id, `registration ${call}`, () => {
      throw invalidRegistration(`${call} was refused: ${reason}`);
    });
  } catch {
    // Recorded by `invoke`.
  }
}

function describeKind(value: unknown): string {
  if (value === null) return 'null';
  if (value === '') return 'an empty text';
  return Array.isArray(value) ? 'a list' : typeof value;
}

function invalidRegistration(problem: string): PlinthError {
  return new PlinthError('registration_invalid', `${problem}.`, {
    hint: 'Compare the call with the API reference (docs/api.md).',
  });
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
