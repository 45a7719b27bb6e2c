import { Agent, request } from 'node:http';

export interface HttpResponse {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface RequestOptions {
  readonly cookies?: string;
  readonly json?: object;
  readonly form?: Readonly<Record<string, string>>;
  readonly authorization?: string;
  readonly method?: string;
}

/** A keep-alive connection, as browsers and proxies use. */
export interface Connection {
  send(path: string, options?: RequestOptions): Promise<HttpResponse>;
  close(): void;
}

/** @param keepAlive whether to keep the connection open for further requests */
export function openConnection(port: number, keepAlive = true): Connection {
  const agent = new Agent({ keepAlive, maxSockets: 1 });
  return {
    send(path, { cookies = '', json, form, authorization, method } = {}) {
      const text = json && JSON.stringify(json);
      const body = form ? new URLSearchParams(form).toString() : text;
      const headers = {
        cookie: cookies,
        ...(authorization ? { authorization } : {}),
        ...(body === undefined
          ? {}
          : {
              'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
              'content-length': Buffer.byteLength(body),
            }),
      };
      return new Promise((resolve, reject) => {
        const sent = request(
          { agent, host: '127.0.0.1', port, path, method: method ?? (body === undefined ? 'GET' : 'POST'), headers },
          (response) => {
            let text = '';
            response.on('data', (part: Buffer) => (text += part.toString()));
            response.on('error', reject);
            response.on('end', () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }));
          },
        );
        sent.on('error', reject);
        sent.end(body);
      });
    },
    close: () => agent.destroy(),
  };
}

/** `/pid/` returns the process id, `/hang/` blocks the process, `/slow/` responds after three seconds; events and jobs are logged. */
export const WITNESS = `
  const { appendFileSync } = require('node:fs');
  const { join } = require('node:path');
  const body = (text) => ({ kind: 'body', type: 'text/plain', body: text });
  module.exports = { boot(scope) {
    const log = join(scope.plugin.folder, '..', '..', 'runs.txt');
    scope.addAction('witness_event', (n) => appendFileSync(log, 'event ' + n + '\\n'));
    scope.registerJob('witness-job', async (n) => {
      appendFileSync(log, 'job ' + n + '\\n');
      await scope.mail({ to: 'reader@example.test', subject: 'Letter ' + n, text: 'Hello' });
    });
    scope.registerFrontRoute({ path: '/pid/', handler: () => body(String(process.pid)) });
    scope.registerFrontRoute({ path: '/slow/', handler: () => new Promise((resolve) => setTimeout(resolve, 3000)).then(() => body('slow but whole')) });
  } };`;

/** Opens connections until there is one to each process of a site. @returns them by process id */
export async function connectToEach(port: number, processes: number): Promise<Map<number, Connection>> {
  const lines = new Map<number, Connection>();
  for (let attempts = 0; lines.size < processes; attempts++) {
    if (attempts > 500) throw new Error(`Only ${lines.size} processes of ${processes} answer.`);
    const line = openConnection(port);
    const pid = await line.send('/pid/').then(
      ({ text }) => Number(text),
      () => 0,
    );
    if (pid > 0 && !lines.has(pid)) lines.set(pid, line);
    else {
      line.close();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  return lines;
}

/** Clients that send requests without a pause, each on its own connection, until stopped. */
export interface Load {
  /** Requests without the expected response. */
  readonly failures: readonly string[];
  responseCount(): number;
  stop(): Promise<void>;
}

/** @param keepAlives for each client, whether it reuses its connection */
export function startLoad(port: number, path: string, keepAlives: readonly boolean[]): Load {
  const failures: string[] = [];
  let responseCount = 0;
  let isRunning = true;
  const clients = keepAlives.map(async (keepAlive) => {
    const line = openConnection(port, keepAlive);
    while (isRunning) {
      await line.send(path).then(
        ({ status, text }) => (status === 200 ? responseCount++ : failures.push(`${status}: ${text.slice(0, 100)}`)),
        (error: Error) => failures.push(error.message),
      );
      await new Promise((resolve) => setImmediate(resolve));
    }
    line.close();
  });
  return {
    failures,
    responseCount: () => responseCount,
    async stop() {
      isRunning = false;
      await Promise.all(clients);
    },
  };
}
