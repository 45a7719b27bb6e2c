import { type Seeded, seeded } from '../kit/seeded.js';
import { csvInputs, zipInputs } from './file-inputs.js';
import { type FuzzSite, openFuzzSite, ROLES, type Role } from './sandbox.js';
import { changedAgainst, guardedRows } from './guarded-rows.js';
import { urlOf, type Input, type Reply } from './input.js';
import { formInputs, headerInputs, queryInputs } from './page-inputs.js';
import { restInputs } from './rest-inputs.js';
import { shorten } from './shorten.js';
import { assertDefined } from '../kit/assert-defined.js';

export interface FuzzOptions {
  readonly count: number;
  readonly seed: number | string;
  readonly print?: (line: string) => void;
}

export interface Finding {
  readonly promise: string;
  readonly input: number;
  readonly message: string;
  /** The original input, and the shortest one with the same result. */
  readonly whole: Input;
  readonly shortest: Input;
}

export interface FuzzResult {
  readonly inputs: Readonly<Record<string, number>>;
  /** Total response time in milliseconds, by kind. */
  readonly ms: Readonly<Record<string, number>>;
  readonly statuses: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
  /** Problems that are not about a single response. */
  readonly problems: readonly string[];
  readonly slowestMs: number;
  readonly perSecond: number;
  /** Inputs per second of the site's processor time; approximates the rate on an idle machine. */
  readonly perOwnSecond: number;
  readonly memoryAtStart: number;
  readonly memoryAtMost: number;
  readonly seconds: number;
}

/** The first three were recorded from WordPress; its code produces the others in the same way. */
const REFUSED_AS_WORDPRESS_DOES =
  /^\{"code":"(?:existing_user_login|existing_user_email|user_login_too_long|user_nicename_too_long|empty_term_name)","message":"[^"]*","data":null\}$/;

/** Number of concurrent requests. */
const AT_ONCE = 4;
const SLOW_MS = 2000;
const MIN: Input = { role: 'visitor', method: 'GET', path: '/healthz', query: [], headers: [] };
const BUSY_MS = 100;
const MAX_MEMORY = 900 * 1024 ** 2;
/** Number of inputs between checks of permissions, sessions and memory. */
const ROUND = 1000;
/** Number of different findings after which the run stops. */
const MAX_FINDINGS = 30;

/** Percentages of inputs by role. Roles send in this order, since each may store different data. */
const PERCENTAGES: Readonly<Record<Role, number>> = { visitor: 50, customer: 18, editor: 26, administrator: 6 };

type Generator = (random: Seeded) => Input;

/** Sends random inputs to a running shop; each can be reproduced from the seed and its number. */
export async function fuzz({ count, seed, print: log = () => undefined }: FuzzOptions): Promise<FuzzResult> {
  const site = await openFuzzSite();
  try {
    const started = Date.now();
    const counts = {
      inputs: {} as Record<string, number>,
      statuses: {} as Record<string, number>,
      ms: {} as Record<string, number>,
    };
    const findings = new Map<string, Finding>();
    const problems: string[] = [];
    const workBefore = site.worked();
    const memoryAtStart = site.memory();
    let memoryAtMost = memoryAtStart;
    let slowestMs = 0;
    let number = 0;
    for (const role of ROLES) {
      const categories = roomsOf(site, role);
      let before = await guardedRows(site.db, role, site.ids[role]);
      const last = number + Math.round((count * PERCENTAGES[role]) / 100);
      while (number < last) {
        const end = Math.min(number + ROUND, last);
        const first = number;
        await Promise.all(
          Array.from({ length: AT_ONCE }, async () => {
            while (number < end) {
              const own = number++;
              const random = seeded(`${seed}/${own}`);
              const [category, make] = pickRoom(categories, random);
              const input = make(random);
              counts.inputs[category] = (counts.inputs[category] ?? 0) + 1;
              const reply = await site.sender.send(input);
              counts.statuses[reply.status] = (counts.statuses[reply.status] ?? 0) + 1;
              counts.ms[category] = (counts.ms[category] ?? 0) + reply.ms;
              slowestMs = Math.max(slowestMs, reply.ms);
              const promise = brokenBy(reply);
              if (promise !== undefined) await investigate(site, findings, own, promise, input, reply, log);
            }
          }),
        );
        if (site.site.child.exitCode !== null)
          throw new Error(
            `The process ended after input ${number} of seed ${seed}: ${site.site.output().slice(-2000)}`,
          );
        const after = await guardedRows(site.db, role, site.ids[role]);
        if (before && after)
          problems.push(
            ...changedAgainst(before, after, role).map(
              (change) => `stored without a right by ${role}, inputs ${first} to ${end - 1}: ${change}`,
            ),
          );
        before = after;
        memoryAtMost = Math.max(memoryAtMost, site.memory());
        await site.restore();
        log(
          `${number} of ${count}, as ${role}: ${Math.round((number * 1000) / (Date.now() - started))} a second, ${findings.size} findings, ${Math.round(site.memory() / 1024 ** 2)} MB`,
        );
        if (findings.size >= MAX_FINDINGS) break;
      }
    }
    if (memoryAtMost > MAX_MEMORY) problems.push(`memory grew to ${Math.round(memoryAtMost / 1024 ** 2)} MB`);
    for (const folder of site.escaped()) problems.push(`a member of a zip lies in ${folder}`);
    for (const { plugin, entry, message } of await site
      .db()('plugin_errors')
      .select<{ plugin: string; entry: string; message: string }[]>('plugin', 'entry', 'message'))
      problems.push(`${plugin} was blamed for an input, at ${entry}: ${message}`);
    const seconds = (Date.now() - started) / 1000;
    return {
      ...counts,
      findings: [...findings.values()],
      problems: [...new Set(problems)],
      slowestMs: Math.round(slowestMs),
      perSecond: Math.round(number / seconds),
      perOwnSecond: Math.round(number / (site.worked() - workBefore)),
      memoryAtStart,
      memoryAtMost,
      seconds: Math.round(seconds),
    };
  } finally {
    await site.close();
  }
}

/** Formats an input for a report. */
export function describeInput(input: Input): string {
  const { role, method, headers, body } = input;
  return JSON.stringify({
    role,
    request: `${method} ${urlOf(input)}`,
    ...(headers.length > 0 ? { headers } : {}),
    ...(body ? { body } : {}),
  }).slice(0, 3000);
}

/** The invariant that a response violates. */
function brokenBy({ status, ms, text }: Reply): string | undefined {
  if (status === 0) return 'is answered';
  // WordPress responds with 501 to deleting without `force` where there is no trash.
  if (status === 501 && text.includes('"rest_trash_not_supported"')) return undefined;
  // WordPress sets no status for these errors, so it responds with 500; clients rely on their codes.
  if (status === 500 && REFUSED_AS_WORDPRESS_DOES.test(text)) return undefined;
  if (status >= 500) return `is answered below 500, not ${status}`;
  return ms > SLOW_MS ? 'is answered within two seconds' : undefined;
}

/** Repeats the input alone, since a busy machine is no error. Then finds the shortest input that fails in the same way. */
async function investigate(
  site: FuzzSite,
  findings: Map<string, Finding>,
  number: number,
  promise: string,
  input: Input,
  first: Reply,
  log: (line: string) => void,
): Promise<void> {
  const kind = `${promise} ${input.method} ${input.path.replace(/\d+/g, '1').slice(0, 60)}`;
  if (findings.has(kind)) return;
  const slow = first.status > 0 && first.status < 500;
  const fails = async (fuzzInput: Input): Promise<boolean> => {
    for (let times = slow ? 3 : 1; times > 0; times--) {
      if (brokenBy(await site.sender.send(fuzzInput)) !== promise) return false;
      // If a minimal request is slow too, the machine is busy and the result is meaningless.
      if (slow && (await site.sender.send(MIN)).ms > BUSY_MS) return false;
    }
    return true;
  };
  const failsAgain = await fails(input);
  if (!failsAgain && slow) return;
  // Recorded before it is shortened, since similar ones may follow meanwhile.
  const finding = { promise, input: number, message: first.text.slice(0, 400), whole: input, shortest: input };
  findings.set(kind, finding);
  const shortest = failsAgain ? await shorten(input, fails) : input;
  findings.set(kind, { ...finding, shortest });
  log(`input ${number}: what is sent ${promise}: ${describeInput(shortest)}`);
}

function roomsOf(
  { index, crawls, files }: FuzzSite,
  role: Role,
): (readonly [room: string, share: number, make: Generator])[] {
  if (role === 'administrator')
    return [
      ['zips', 50, zipInputs(files.zip, role)],
      ['imports', 30, csvInputs('products', files.products, role)],
      ['imports', 20, csvInputs('orders', files.orders, role)],
    ];
  const own = crawls.filter((crawl) => crawl.role === role);
  const categories: [string, number, Generator][] = [
    ['REST', 45, restInputs(index, [role])],
    ['forms', 25, formInputs(own)],
    ['addresses', 30, queryInputs(own)],
  ];
  if (role === 'visitor') categories.push(['headers', 20, headerInputs(own)]);
  return categories;
}

function pickRoom(categories: ReturnType<typeof roomsOf>, random: Seeded): readonly [string, Generator] {
  let remaining = random.next() * categories.reduce((sum, [, share]) => sum + share, 0);
  const [category, , make] = assertDefined(categories.find(([, share]) => (remaining -= share) < 0) ?? categories[0]);
  return [category, make];
}
