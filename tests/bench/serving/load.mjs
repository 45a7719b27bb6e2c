import net from 'node:net';

/**
 * A minimal HTTP client: open connections that send the same bytes again as soon as a response is complete. It is controlled over IPC
 * with `{ port, path, headers, connections, ms }` and reports the numbers of responses and of failures, and its processor time.
 */
process.on('message', async ({ port, path, headers, connections, ms }) => {
  const lines = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines}\r\n`);
  const before = process.cpuUsage();
  const started = performance.now();
  const until = started + ms;
  const results = await Promise.all(Array.from({ length: connections }, () => converse(port, request, until)));
  const took = performance.now() - started;
  const { user, system } = process.cpuUsage(before);
  const sum = (name) => results.reduce((total, result) => total + result[name], 0);
  process.send({ answers: sum('answers'), others: sum('others'), ms: took, cpu: (user + system) / 1000 });
});
process.on('disconnect', () => process.exit(0));

function converse(port, request, until) {
  return new Promise((resolve) => {
    const result = { answers: 0, others: 0 };
    let missing = -1;
    let ok = false;
    const socket = net.connect(port, '127.0.0.1', () => socket.write(request));
    socket.setNoDelay(true);
    const end = () => {
      socket.destroy();
      resolve(result);
    };
    socket.on('error', () => {
      result.others++;
      end();
    });
    socket.on('data', (data) => {
      if (missing < 0) {
        const head = data.indexOf('\r\n\r\n');
        const length = /content-length: (\d+)/i.exec(data.toString('latin1', 0, head))?.[1];
        if (head < 0 || length === undefined) {
          result.others++;
          return end();
        }
        ok = data.toString('latin1', 9, 12) === '200';
        missing = head + 4 + Number(length);
      }
      missing -= data.length;
      if (missing > 0) return;
      missing = -1;
      result[ok ? 'answers' : 'others']++;
      if (performance.now() < until) socket.write(request);
      else end();
    });
  });
}
