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

/** A recorded case; the format of its input depends on the area. */
export interface RecordedCase {
  id: string;
  input: unknown;
  expected: unknown;
}

/** An area with its site running. */
export interface RunningArea {
  /** Runs a case. Returns the differences from the recording; empty if there are none. */
  run(testCase: RecordedCase): Promise<string[]>;
  close(): Promise<void>;
  /** Measurements over all cases that ran. */
  measured?(): AreaMeasurement;
}

/** Measurements of an area in addition to passed and failed cases. */
export interface AreaMeasurement {
  /** Percentages by name. */
  readonly shares: Readonly<Record<string, number>>;
  /** Missing features with the number of cases that need them, most frequent first. */
  readonly missing: Readonly<Record<string, number>>;
  /** Hooks in the order in which they fired, by case id. */
  readonly fired: Readonly<Record<string, readonly string[]>>;
}

export interface AreaResult {
  passed: number;
  total: number;
  failed: string[];
  /** Differences by case id. */
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
  return { run: (testCase) => runner.run(testCase as HttpCase), close: runner.close };
};

/** Runners by area. Cases of an area without a runner count as failed. */
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
    return { run: (testCase) => area.run(testCase as PageCase), close: area.close };
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

/** Runs all cases of an area; a case that throws counts as failed. */
export async function runArea(area: string, cases: readonly RecordedCase[]): Promise<AreaResult> {
  const details = new Map<string, string[]>();
  const start = AREAS[area];
  const running = start ? await start(cases) : undefined;
  for (const testCase of cases) {
    const found = running
      ? await running.run(testCase).catch((error: unknown) => [`threw ${String(error)}`])
      : ['nothing runs this area yet'];
    if (found.length > 0) details.set(testCase.id, found);
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
