import { type AddressInfo, createServer, type Socket } from 'node:net';

/** Behavior of a test mail server; it accepts everything not overridden. */
export interface MailScript {
  /** Reply to a command, such as `550 5.1.1 No such user`; the server accepts it when undefined. */
  reply?(command: string): string | undefined;
  /** Reply to a received email. */
  receive?(email: string): string | Promise<string>;
}

export interface MailServer {
  readonly url: string;
  /** The commands received so far, on all connections. */
  readonly commands: readonly string[];
  /** The emails received. */
  readonly emails: readonly string[];
  close(): Promise<void>;
}

/** Starts a mail server on a free port. */
export async function openMailServer(script: MailScript): Promise<MailServer> {
  const commands: string[] = [];
  const emails: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)).on('error', () => undefined));
    converse(socket, {
      reply: (command) => (commands.push(command), script.reply?.(command)),
      receive: async (email) => (emails.push(email), script.receive?.(email) ?? '250 kept'),
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    commands,
    emails,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function converse(socket: Socket, { reply, receive }: Required<MailScript>): void {
  let unread = '';
  let writing = false;
  const sendLine = (line: string): void => void socket.write(`${line}\r\n`);
  sendLine('220 tests');
  socket.on('data', (bytes: Buffer) => {
    unread += bytes.toString('latin1');
    for (;;) {
      const end = unread.indexOf(writing ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const received = unread.slice(0, end);
      unread = unread.slice(end + (writing ? 5 : 2));
      if (writing) {
        writing = false;
        void Promise.resolve(receive(received.replace(/^\.\./gm, '.'))).then(sendLine);
        continue;
      }
      const known = { DATA: '354 go on', QUIT: '221 bye' };
      const defaultReply = known[received.slice(0, 4).toUpperCase() as keyof typeof known] ?? '250 fine';
      const response = reply(received) ?? defaultReply;
      writing = response.startsWith('354');
      sendLine(response);
      if (/^QUIT/i.test(received)) socket.end();
    }
  });
}
