import { fork } from 'node:child_process';
import http from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Host of the site's URL, independent of the port it listens on. */
export const HOST = '127.0.0.1:8080';

const folder = path.dirname(fileURLToPath(import.meta.url));

/** Starts `site.mjs` or `bare.mjs` in a child process; `ask` queries it over IPC, `get` over HTTP. */
export async function startServed(file, env = {}) {
  const child = fork(path.join(folder, file), {
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const waiting = new Map();
  let asked = 0;
  const port = await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}.`)));
    child.on('message', (/** @type {{port?: number, id?: number, answer?: unknown}} */ said) =>
      said.port === undefined ? waiting.get(said.id)(said.answer) : resolve(said.port),
    );
  });
  child.removeAllListeners('exit');
  const agent = new http.Agent({ keepAlive: true, maxSockets: 2 });
  return {
    port,
    ask: (question, value) =>
      new Promise((resolve) => {
        waiting.set(++asked, resolve);
        child.send({ id: asked, question, value });
      }),
    get: (address, headers = {}) => send(agent, port, address, headers),
    post: (address, body) =>
      send(
        agent,
        port,
        address,
        { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) },
        body,
      ),
    stop() {
      agent.destroy();
      return new Promise((resolve) => {
        child.once('exit', resolve);
        child.kill('SIGKILL');
      });
    },
  };
}

function send(agent, port, address, headers, body) {
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        agent,
        method: body === undefined ? 'GET' : 'POST',
        host: '127.0.0.1',
        port,
        path: address,
        headers: { host: HOST, ...headers },
      },
      (answer) => {
        const chunks = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('end', () =>
          resolve({ status: answer.statusCode, headers: answer.headers, text: Buffer.concat(chunks).toString() }),
        );
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** Sends `requests` requests, two at a time. @returns microseconds of server processor time per request */
export async function costOf(served, address, headers, requests) {
  return costOfEach(
    served,
    Array.from({ length: requests }, () => () => served.get(address, headers)),
  );
}

/** Sends requests, two at a time. @returns microseconds of server processor time for each */
export async function costOfEach(served, requests) {
  const before = await served.ask('cpu');
  const left = [...requests];
  const sender = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const { status } = await next();
      if (status !== 200) throw new Error(`A request was answered with ${status}.`);
    }
  };
  await Promise.all([sender(), sender()]);
  const after = await served.ask('cpu');
  return (after.user + after.system - before.user - before.system) / requests.length;
}
