import type { Input, InputBody, Pair } from './input.js';

/** Maximum number of attempts; each is sent to the site. */
const MAX_ATTEMPTS = 150;

/** Shortens a failing input by removing parts and halving texts as long as it still fails. */
export async function shorten(input: Input, fails: (shorter: Input) => Promise<boolean>): Promise<Input> {
  let best = input;
  let attempts = 0;
  for (let found = true; found && attempts < MAX_ATTEMPTS;) {
    found = false;
    for (const shorter of shorterThan(best)) {
      if (++attempts > MAX_ATTEMPTS) break;
      if (!(await fails(shorter))) continue;
      best = shorter;
      found = true;
      break;
    }
  }
  return best;
}

function* shorterThan(input: Input): Generator<Input> {
  const { body, ...bare } = input;
  if (body) yield bare;
  for (const query of fewer(input.query)) yield { ...input, query };
  for (const headers of fewer(input.headers)) yield { ...input, headers };
  if (body) for (const shorter of bodies(body)) yield { ...input, body: shorter };
  for (const query of simpler(input.query)) yield { ...input, query };
  for (const headers of simpler(input.headers)) yield { ...input, headers };
}

function* bodies(body: InputBody): Generator<InputBody> {
  switch (body.kind) {
    case 'form':
      for (const fields of [...fewer(body.fields), ...simpler(body.fields)]) yield { ...body, fields };
      return;
    case 'json':
      for (const value of values(body.value)) yield { ...body, value };
      return;
    case 'text':
      for (const text of halves(body.text)) yield { ...body, text };
      return;
    case 'file':
      for (const half of halves(body.base64)) yield { ...body, base64: half.slice(0, half.length - (half.length % 4)) };
      for (const fields of fewer(body.fields)) yield { ...body, fields };
  }
}

function* fewer(pairs: readonly Pair[]): Generator<readonly Pair[]> {
  if (pairs.length > 3) {
    const middle = pairs.length >> 1;
    yield pairs.slice(0, middle);
    yield pairs.slice(middle);
  }
  for (const index of pairs.keys()) yield pairs.toSpliced(index, 1);
}

function* simpler(pairs: readonly Pair[]): Generator<readonly Pair[]> {
  for (const [index, [name, value]] of pairs.entries())
    for (const half of halves(value)) yield pairs.with(index, [name, half]);
}

function* halves(text: string): Generator<string> {
  if (text.length < 2) return;
  const middle = text.length >> 1;
  yield text.slice(0, middle);
  yield text.slice(middle);
}

function* values(value: unknown): Generator {
  if (typeof value === 'string') yield* halves(value);
  else if (Array.isArray(value)) {
    for (const index of value.keys()) yield value.toSpliced(index, 1);
    for (const [index, inner] of value.entries()) for (const shorter of values(inner)) yield value.with(index, shorter);
  } else if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    for (const index of entries.keys()) yield Object.fromEntries(entries.toSpliced(index, 1));
    for (const [index, [key, inner]] of entries.entries())
      for (const shorter of values(inner)) yield Object.fromEntries(entries.with(index, [key, shorter]));
  }
}
