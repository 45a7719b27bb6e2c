import type { Seeded } from '../kit/seeded.js';
import type { Input, Pair } from './input.js';
import { oddText, oddValue, wellFormed } from './odd.js';

interface Arg {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly format?: string;
  readonly items?: Arg;
  readonly properties?: Readonly<Record<string, Arg>>;
  readonly minimum?: number;
  readonly maximum?: number;
}

interface Endpoint {
  readonly methods: readonly string[];
  readonly args: Readonly<Record<string, Arg>>;
}

/** The routes listed at `/wp-json/`. */
export type RestIndex = Readonly<Record<string, { readonly endpoints: readonly Endpoint[] }>>;

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'];
/** Would lock the user out or block the run. */
const LEFT_ALONE = /^(?:password|pass1|pass2)$/;

/** Generates REST requests: all routes, with arguments of the right type, of another type, at their limits, or random. */
export function restInputs(index: RestIndex, roles: readonly string[]): (random: Seeded) => Input {
  const routes = Object.entries(index);

  function call(random: Seeded): { route: string; method: string; args: [string, unknown][] } {
    const [pattern, { endpoints }] = random.pick(routes);
    const { methods, args } = random.pick(endpoints);
    const method = random.chance(88) ? random.pick(methods) : random.pick(METHODS);
    const params = Object.entries(args)
      .filter(([name]) => !LEFT_ALONE.test(name) && random.chance(35))
      .map(([name, arg]): [string, unknown] => [
        name,
        random.chance(60) ? generateValue(random, arg) : oddValue(random),
      ]);
    if (random.chance(15))
      params.push([
        '_fields',
        random.chance(50) ? random.pick(['id', 'title.rendered', '_links', 'a.b.c.d', ',,']) : oddValue(random),
      ]);
    if (random.chance(10)) params.push(['_embed', random.chance(50) ? '1' : oddValue(random)]);
    if (random.chance(8)) params.push([oddText(random), oddValue(random)]);
    if (random.chance(4)) params.push(['_envelope', '1']);
    return { route: routeOf(random, pattern), method, args: params };
  }

  return (random) => {
    const role = random.pick(roles);
    const restCall = call(random);
    const batch = random.chance(5);
    const override = random.chance(6);
    const byQuery = random.chance(10);
    const query: Pair[] = [];
    const headers: Pair[] = [];
    let body: Input['body'];
    let method = batch ? 'POST' : restCall.method;
    if (batch) {
      const requests = Array.from({ length: random.whole(0, 5) }, () => {
        const { route, method: own, args } = call(random);
        return random.chance(90)
          ? {
              path: route,
              method: own,
              body: Object.fromEntries(args),
              headers: random.chance(10) ? oddValue(random) : {},
            }
          : oddValue(random);
      });
      body = {
        kind: 'json',
        value: random.chance(95)
          ? { requests, validation: random.chance(20) ? 'require-all-validate' : 'normal' }
          : oddValue(random),
      };
    } else if (method === 'GET' || method === 'HEAD' || random.chance(15)) {
      query.push(...restCall.args.flatMap(([name, value]) => flattened(name, value)));
    } else if (random.chance(85))
      body = { kind: 'json', value: random.chance(96) ? Object.fromEntries(restCall.args) : oddValue(random) };
    else if (random.chance(70))
      body = { kind: 'form', fields: restCall.args.flatMap(([name, value]) => flattened(name, value)) };
    else
      body = {
        kind: 'text',
        type: random.pick([
          'application/json',
          'text/plain',
          'application/json; charset=x',
          'application/xml',
          'multipart/form-data',
          oddText(random),
        ]),
        text: random.chance(50) ? JSON.stringify(oddValue(random)).slice(0, random.whole(0, 60)) : oddText(random),
      };
    if (override) {
      const hidden = random.chance(80) ? method : oddText(random);
      if (random.chance(50)) query.push(['_method', hidden]);
      else headers.push(['x-http-method-override', hidden]);
      method = 'POST';
    }
    const path = batch ? '/batch/v1' : restCall.route;
    return {
      role,
      method,
      path: byQuery ? '/' : `/wp-json${path}`,
      query: byQuery ? [['rest_route', path], ...query] : query,
      headers,
      ...(body && method !== 'GET' && method !== 'HEAD' ? { body } : {}),
    };
  };
}

function routeOf(random: Seeded, pattern: string): string {
  return pattern.replace(/\(\?P<\w+>((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g, (_all, inside: string) => {
    if (random.chance(25)) return encodeURIComponent(wellFormed(oddText(random)));
    return /\\d/.test(inside)
      ? String(random.pick([1, 2, 3, 5, 8, 13, 21, 0, 999_999]))
      : random.pick([
          'post',
          'page',
          'category',
          'hello',
          'me',
          'store',
          'publish',
          'a-b',
          'contact',
          'core',
          'core/paragraph',
          'checkout',
        ]);
  });
}

/** A value valid for the schema, including its limits. */
function generateValue(random: Seeded, arg: Arg): unknown {
  if (Array.isArray(arg.enum) && arg.enum.length > 0 && random.chance(80))
    return random.pick(arg.enum as readonly unknown[]);
  const kinds = Array.isArray(arg.type) ? (arg.type as readonly string[]) : [];
  const anyKind = kinds.length > 0 ? random.pick(kinds) : 'string';
  const kind = typeof arg.type === 'string' ? arg.type : anyKind;
  switch (kind) {
    case 'integer':
    case 'number':
      return random.pick([
        0,
        1,
        2,
        10,
        arg.minimum ?? -1,
        (arg.minimum ?? 0) - 1,
        arg.maximum ?? 100,
        (arg.maximum ?? 100) + 1,
        2 ** 31,
        -(2 ** 31) - 1,
        2 ** 53,
        random.whole(0, 60),
      ]);
    case 'boolean':
      return random.pick([true, false, 'true', '0', 1]);
    case 'array':
      return Array.from({ length: random.whole(0, 4) }, () =>
        arg.items ? generateValue(random, arg.items) : oddValue(random, 1),
      );
    case 'object':
      return Object.fromEntries(
        Object.entries(arg.properties ?? { raw: { type: 'string' } })
          .filter(() => random.chance(50))
          .map(([name, inner]) => [name, random.chance(70) ? generateValue(random, inner) : oddValue(random, 2)]),
      );
    case 'null':
      return null;
    default:
      if (arg.format === 'date-time')
        return random.pick([
          '2026-01-02T03:04:05',
          '2026-01-02T03:04:05Z',
          '0001-01-01T00:00:00',
          '9999-12-31T23:59:59',
          '2026-13-45T00:00:00',
        ]);
      return random.chance(60)
        ? random.pick([
            'a',
            'Text',
            'publish',
            'draft',
            'a b',
            'title',
            '2026-01-01',
            'lampa',
            '#fff',
            'x@example.test',
            'Próba <b>b</b>',
          ])
        : oddText(random);
  }
}

/** Lists and maps in the form encoding of PHP. */
function flattened(name: string, value: unknown, depth = 0): Pair[] {
  if (depth < 6 && Array.isArray(value) && value.length > 0)
    return value.flatMap((element, index) => flattened(`${name}[${index}]`, element, depth + 1));
  if (depth < 6 && typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, element]) => flattened(`${name}[${key}]`, element, depth + 1));
  return [[name, typeof value === 'string' ? value : (JSON.stringify(value) ?? '').slice(0, 2000)]];
}
