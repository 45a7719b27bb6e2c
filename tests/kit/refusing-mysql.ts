import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** An error as returned by the server. */
interface Refusal {
  readonly errno: number;
  readonly message: string;
}

export interface RefusingMysql {
  /** URL of the database through this proxy. */
  readonly url: string;
  /**
   * Responds to matching statements with an error, without forwarding them to the server; at most the given number of
   * times.
   */
  refuse(statements: RegExp, refusal: Refusal, times?: number): void;
  /** Forwards everything again. */
  heal(): void;
  close(): Promise<void>;
}

const COM_QUERY = 0x03;
const HEAD = 4;

/**
 * Starts a proxy between a site and its database that refuses statements on request, as a node that has lost its
 * cluster does.
 */
export async function refusingMysql(url: string): Promise<RefusingMysql> {
  const target = new URL(url);
  let rule: { statements: RegExp; refusal: Refusal; left: number } | undefined;
  const sockets = new Set<Socket>();

  function refusalOf(packet: Buffer): Refusal | undefined {
    if (!rule || rule.left <= 0 || packet[3] !== 0 || packet[HEAD] !== COM_QUERY) return undefined;
    if (!rule.statements.test(packet.toString('utf8', HEAD + 1))) return undefined;
    rule.left--;
    return rule.refusal;
  }

  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 3306), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
    upstream.pipe(client);
    let waiting = Buffer.alloc(0);
    client.on('data', (bytes) => {
      waiting = Buffer.concat([waiting, bytes]);
      while (waiting.length >= HEAD && waiting.length >= HEAD + waiting.readUIntLE(0, 3)) {
        const packet = waiting.subarray(0, HEAD + waiting.readUIntLE(0, 3));
        waiting = waiting.subarray(packet.length);
        const refusal = refusalOf(packet);
        if (refusal) client.write(errorPacket(refusal));
        else upstream.write(packet);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  target.hostname = '127.0.0.1';
  const real = target.port;
  target.port = String((server.address() as AddressInfo).port);
  const own = target.href;
  target.port = real;
  return {
    url: own,
    refuse(statements, refusal, times = Infinity) {
      rule = { statements, refusal, left: times };
    },
    heal: () => void (rule = undefined),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function errorPacket({ errno, message }: Refusal): Buffer {
  const payload = Buffer.concat([Buffer.from([0xff, errno & 0xff, errno >> 8]), Buffer.from(`#08S01${message}`)]);
  const head = Buffer.alloc(HEAD);
  head.writeUIntLE(payload.length, 0, 3);
  head[3] = 1;
  return Buffer.concat([head, payload]);
}
