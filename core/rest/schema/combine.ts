import { type RestSchema, WpError } from '../../api/index.js';
import { enumerate, isDictionary } from '../values.js';

type Validate = (value: unknown, schema: RestSchema, param: string) => WpError | undefined;

interface Mismatch {
  error: WpError;
  schema: RestSchema;
  index: number;
}

/** Returns the first schema of `anyOf` that a value matches (`rest_find_any_matching_schema`). */
export function findAnyOf(value: unknown, schema: RestSchema, param: string, validate: Validate): RestSchema | WpError {
  const mismatches: Mismatch[] = [];
  for (const [index, candidate] of alternatives(schema, schema.anyOf).entries()) {
    const error = validate(value, candidate, param);
    if (!error) return candidate;
    mismatches.push({ error, schema: candidate, index });
  }
  return noMatchError(value, param, mismatches);
}

/** Returns the only schema of `oneOf` that a value matches (`rest_find_one_matching_schema`). */
export function findOneOf(value: unknown, schema: RestSchema, param: string, validate: Validate): RestSchema | WpError {
  const mismatches: Mismatch[] = [];
  const matches: { schema: RestSchema; index: number }[] = [];
  for (const [index, candidate] of alternatives(schema, schema.oneOf).entries()) {
    const error = validate(value, candidate, param);
    if (error) mismatches.push({ error, schema: candidate, index });
    else matches.push({ schema: candidate, index });
  }
  if (matches.length === 0) return noMatchError(value, param, mismatches);
  const [match, ...others] = matches;
  if (match && others.length === 0) return match.schema;
  const titles = matches.flatMap((match) => match.schema.title ?? []);
  const message =
    titles.length === matches.length
      ? `${param} matches ${enumerate(titles)}, but should match only one.`
      : `${param} matches more than one of the expected formats.`;
  return new WpError('rest_one_of_multiple_matches', message, { positions: matches.map((match) => match.index) });
}

function alternatives(schema: RestSchema, candidates: readonly RestSchema[] = []): RestSchema[] {
  return candidates.map((candidate) =>
    candidate.type === undefined && schema.type !== undefined ? { ...candidate, type: schema.type } : candidate,
  );
}

/** Returns the most helpful error: the only one that is about more than the type, or that of the closest object. */
function noMatchError(value: unknown, param: string, mismatches: readonly Mismatch[]): WpError {
  const [miss, ...otherMisses] = mismatches;
  if (miss && otherMisses.length === 0) return mismatchError(param, miss);
  const specificMismatches = mismatches.filter(
    ({ error }) => error.getErrorCode() !== 'rest_invalid_type' || concernsOtherParam(error, param),
  );
  const [first, ...others] = specificMismatches;
  if (first && others.length === 0) return mismatchError(param, first);
  if (first?.schema.type === 'object') {
    const nearest = nearestObject(value, specificMismatches);
    if (nearest) return mismatchError(param, nearest);
  }
  const titles = mismatches.flatMap((miss) => miss.schema.title ?? []);
  const message =
    titles.length === mismatches.length
      ? `${param} is not a valid ${enumerate(titles)}.`
      : `${param} does not match any of the expected formats.`;
  return new WpError('rest_no_matching_schema', message);
}

function concernsOtherParam(error: WpError, param: string): boolean {
  const data = error.getErrorData();
  return isDictionary(data) && data.param !== undefined && data.param !== param;
}

function nearestObject(value: unknown, mismatches: readonly Mismatch[]): Mismatch | undefined {
  let nearest: Mismatch | undefined;
  let max = 0;
  for (const miss of mismatches) {
    const shared = Object.keys(miss.schema.properties ?? {}).filter(
      (name) => isDictionary(value) && Object.hasOwn(value, name),
    ).length;
    if (shared > max) {
      nearest = miss;
      max = shared;
    }
  }
  return nearest;
}

function mismatchError(param: string, { error, schema, index }: Mismatch): WpError {
  const reason = error.getErrorMessage();
  const message =
    schema.title === undefined
      ? `${param} does not match the expected format. Reason: ${reason}`
      : `${param} is not a valid ${schema.title}. Reason: ${reason}`;
  return new WpError('rest_no_matching_schema', message, { position: index });
}
