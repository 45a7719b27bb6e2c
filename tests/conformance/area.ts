import { runBlocksCase } from './areas/blocks.js';
import { capFunctions } from './areas/caps.js';
import { cronFunctions } from './areas/cron.js';
import { type DataSite, startDataSite } from './areas/data-site.js';
import { runFormattingCase } from './areas/formatting.js';
import { runHooksCase } from './areas/hooks.js';
import type { HttpCase } from './areas/http-case.js';
import type { HttpRunner } from './areas/http-runner.js';
import { optionFunctions } from './areas/options.js';
import type { PageCase } from './areas/page-case.js';
import { startPermalinksArea } from './areas/permalinks.js';
import { startPluginsArea } from './areas/plugins.js';
import { queryFunctions } from './areas/query.js';
import { startRestArea } from './areas/rest.js';
import { startRestCoreArea } from './areas/rest-core.js';
import { startScenarios } from './areas/scenarios.js';
import { runShortcodesCase } from './areas/shortcodes.js';
import type { AreaFunctions, CallInput } from './areas/site-free.js';
import { startTraceArea } from './areas/trace/trace-area.js';
import { differences } from './canonical.js';

/** A recorded case; what its input holds is the area's business. */
export interface RecordedCase {
  id: string;
  input: unknown;
  expected: unknown;
}

/** An area that is ready to be asked. */
export interface RunningArea {
  /** What differs from the recording; empty when nothing does. */
  run(one: RecordedCase): Promise<string[]>;
  close(): Promise<void>;
  /** What is measured over all cases that ran. */
  measured?(): AreaMeasurement;
}

/** What an area measures besides passed and failed. */
export interface AreaMeasurement {
  /** Shares in per cent, by what they are called. */
  readonly shares: Readonly<Record<string, number>>;
  /** How many cases want something that is missing, most wanted first. */
  readonly missing: Readonly<Record<string, number>>;
  /** Hooks in the order in which they were heard, by the case. */
  readonly heard: Readonly<Record<string, readonly string[]>>;
}

export interface AreaResult {
  passed: number;
  total: number;
  failed: string[];
  /** What differs, by id. */
  details: Map<string, string[]>;
  measured?: AreaMeasurement;
}

const functions = (run: (input: never) => Promise<unknown>) => async (): Promise<RunningArea> => ({
  run: async ({ input, expected }) => differences(expected, await run(input as never)),
  close: async () => undefined,
});

const data = (functionsOf: (site: DataSite) => AreaFunctions) => async (): Promise<RunningArea> => {
  const site = await startDataSite();
  return {
    run: async ({ input, expected }) => differences(expected, await site.run(input as CallInput, functionsOf)),
    close: site.drop,
  };
};

const http = (start: () => Promise<HttpRunner>) => async (): Promise<RunningArea> => {
  const runner = await start();
  return { run: (one) => runner.run(one as HttpCase), close: runner.close };
};

/** How each area is run. An area that is not here has no part of the host behind it yet; its cases count as failed. */
export const AREAS: Readonly<Record<string, (cases: readonly RecordedCase[]) => Promise<RunningArea>>> = {
  hooks: functions(runHooksCase),
  formatting: functions(runFormattingCase),
  shortcodes: functions(runShortcodesCase),
  blocks: functions(runBlocksCase),
  caps: data(capFunctions),
  options: data(optionFunctions),
  cron: data(cronFunctions),
  query: data(queryFunctions),
  async permalinks() {
    const area = await startPermalinksArea();
    return { run: (one) => area.run(one as PageCase), close: area.close };
  },
  async plugins() {
    const area = await startPluginsArea();
    return {
      run: async ({ input, expected }) => differences(expected, await area.run(input as CallInput)),
      close: area.close,
    };
  },
  rest: http(startRestArea),
  'rest-core': http(() => startRestCoreArea()),
  media: http(startScenarios),
  comments: http(startScenarios),
  site: http(startScenarios),
  trace: startTraceArea,
};

/** Runs every case of an area; a case that throws has failed, and the rest goes on. */
export async function runArea(area: string, cases: readonly RecordedCase[]): Promise<AreaResult> {
  const details = new Map<string, string[]>();
  const start = AREAS[area];
  const running = start ? await start(cases) : undefined;
  for (const one of cases) {
    const found = running
      ? await running.run(one).catch((error: unknown) => [`threw ${String(error)}`])
      : ['nothing runs this area yet'];
    if (found.length > 0) details.set(one.id, found);
  }
  await running?.close();
  const measured = running?.measured?.();
  return {
    passed: cases.length - details.size,
    total: cases.length,
    failed: [...details.keys()],
    details,
    ...(measured ? { measured } : {}),
  };
}
