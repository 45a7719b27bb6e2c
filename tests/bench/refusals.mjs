import { Readable } from 'node:stream';
import path from 'node:path';
import { rounded } from './compare.mjs';

const KEYS = 100_000;
const BAR_MS = 10;
const ROUNDS = 15;

/** Bodies with a hundred thousand keys, in each accepted format. */
const BODIES = {
  form: {
    type: 'application/x-www-form-urlencoded',
    text: Array.from({ length: KEYS }, (_, index) => `k${index}=1`).join('&'),
  },
  nested: { type: 'application/x-www-form-urlencoded', text: Array.from({ length: KEYS }, () => 'k[]=1').join('&') },
  multipart: {
    type: 'multipart/form-data; boundary=x',
    text: `${Array.from({ length: KEYS / 10 }, (_, index) => `--x\r\nContent-Disposition: form-data; name="k${index}"\r\n\r\n1\r\n`).join('')}--x--`,
  },
  json: {
    type: 'application/json',
    text: JSON.stringify(Object.fromEntries(Array.from({ length: KEYS }, (_, index) => [`k${index}`, 1]))).slice(
      0,
      1_040_000,
    ),
  },
};

/** How long an abusive request body blocks the process before it is rejected. */
export function benches({ root, load }) {
  return [
    {
      name: 'refusal-100k-keys',
      async run() {
        const { readBody } = load(path.join(root, 'dist/core/http/body.js'));
        const { exceededLimit } = load(path.join(root, 'dist/core/rest/input-bounds.js'));
        const times = {};
        for (const [name, { type, text }] of Object.entries(BODIES)) {
          const list = [];
          for (let round = -3; round < ROUNDS; round++) {
            const request = Object.assign(Readable.from([Buffer.from(text)]), {
              method: 'POST',
              headers: { 'content-type': type, 'content-length': String(Buffer.byteLength(text)) },
            });
            const started = process.hrtime.bigint();
            const refused = await readBody(request).then(
              (body) => name === 'json' && exceededLimit(body.text) !== undefined,
              (error) => error.code === 'rest_too_many_fields',
            );
            if (!refused) throw new Error(`${name}: the body was not refused.`);
            if (round >= 0) list.push(Number(process.hrtime.bigint() - started) / 1e6);
          }
          times[name] = list.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)];
        }
        const worst = Math.max(...Object.values(times));
        return {
          ratio: rounded(BAR_MS / worst),
          bar: 1,
          holds: worst <= BAR_MS,
          note: `${BAR_MS} ms ÷ the slowest refusal of a body of up to ${KEYS} keys: ${Object.entries(times)
            .map(([name, ms]) => `${name} ${ms.toFixed(1)} ms`)
            .join(', ')}`,
        };
      },
    },
  ];
}
