import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isWpError } from '../../../../core/api/index.js';
import { firstStart } from '../../../../core/app/first-start.js';
import type { Site } from '../../../../core/app/site.js';
import { createSiteApp } from '../../../../core/app/web.js';
import { createContext, runInContext } from '../../../../core/context/index.js';
import { listen } from '../../../../core/http/index.js';
import { openWholeSite } from '../recorded-site.js';
import { type FiredHooks, type HookRecorder, recordHooks } from './hook-recorder.js';
import type { TraceCase } from './trace-case.js';
import { ADMIN, fillAll } from './trace-names.js';
import { writeTracePlugins } from './trace-plugins.js';
import { createTraceSender, type TraceSender } from './trace-sender.js';
import { setUpTrace } from './trace-setup.js';

/** The recorded site with its hooks recorded. */
export interface TracedSite {
  /** Sends a case's request. Returns the hooks that fired and the status. */
  record(testCase: TraceCase): Promise<{ readonly fired: FiredHooks; readonly status: number }>;
  /** Hooks fired at startup. */
  readonly atStart: FiredHooks;
  close(): Promise<void>;
}

interface ServedSite {
  readonly site: Site;
  readonly sender: TraceSender;
  close(): Promise<void>;
}

/** Creates the recorded content, then restarts the site to record the hooks of startup. @param names hooks to record */
export async function startTracedSite(names: ReadonlySet<string>): Promise<TracedSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-trace-'));
  writeTracePlugins(dataDir);
  const setupSite = await serve(dataDir);
  await inContext(() => firstStart(setupSite.site));
  const error = await inContext(() => setupSite.site.plugins.activatePlugin('trace'));
  if (error) throw new Error(error.getErrorMessage());
  const responses = await setUpTrace(setupSite.site, setupSite.sender);
  await setupSite.close();

  let recorder: HookRecorder | undefined;
  const { sender, close } = await serve(dataDir, (site) => {
    recorder = recordHooks(site.hooks, names);
    recorder.begin();
  });
  const atStart = recorder?.end() ?? new Map();
  return {
    atStart,
    record: ({ input }) => recordRequest(fillAll(input, responses), sender, recorder),
    async close() {
      await close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function recordRequest(
  input: TraceCase['input'],
  sender: TraceSender,
  recorder: HookRecorder | undefined,
): Promise<{ fired: FiredHooks; status: number }> {
  for (const { settle: pauseMs = 0, ...before } of input.before ?? []) {
    await sender.send(await sender.prepare(before));
    await pause(pauseMs);
  }
  const sending = await sender.prepare(input);
  recorder?.begin();
  const { status } = await sender.send(sending);
  await pause(input.settle ?? 0);
  return { fired: recorder?.end() ?? new Map(), status };
}

async function serve(dataDir: string, opened: (site: Site) => void = () => undefined): Promise<ServedSite> {
  const site = await openWholeSite(dataDir, { ADMIN_PASSWORD: ADMIN.password });
  opened(site);
  await inContext(async () => site.plugins.reconcile());
  const server = await listen(createSiteApp(site), 0, '127.0.0.1');
  const sender = createTraceSender(server.port, (login) => inContext(async () => applicationPassword(site, login)));
  return {
    site,
    sender,
    async close() {
      await server.close();
      await site.close();
    },
  };
}

async function applicationPassword({ users, passwords }: Site, login: string): Promise<string> {
  const user = await users.getUserBy('login', login);
  const created = await passwords.createApplicationPassword(user ? user.id : 0, { name: `trace ${Date.now()}` });
  if (isWpError(created)) throw new Error(created.getErrorMessage());
  return created.password;
}

function inContext<T>(work: () => Promise<T>): Promise<T> {
  return runInContext(createContext('trace'), work);
}
