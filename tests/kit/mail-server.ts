import { type AddressInfo, createServer, type Socket } from 'node:net';

/** How a mail server of the tests talks; what is not given it agrees to. */
export interface MailTalk {
  /** What it answers to a command, such as `550 5.1.1 No such user`; it agrees when undefined. */
  reply?(command: string): string | undefined;
  /** What it answers to a letter that it was given. */
  receive?(email: string): string | Promise<string>;
}

export interface MailServer {
  readonly url: string;
  /** The commands so far, of all connections. */
  readonly commands: readonly string[];
  /** The letters that it was given. */
  readonly emails: readonly string[];
  close(): Promise<void>;
}

/** Opens a mail server at a port of its own. */
export async function openMailServer(talk: MailTalk): Promise<MailServer> {
  const commands: string[] = [];
  const emails: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)).on('error', () => undefined));
    converse(socket, {
      reply: (command) => (commands.push(command), talk.reply?.(command)),
      receive: async (email) => (emails.push(email), talk.receive?.(email) ?? '250 kept'),
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

function converse(socket: Socket, { reply, receive }: Required<MailTalk>): void {
  let unread = '';
  let writing = false;
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  say('220 tests');
  socket.on('data', (bytes: Buffer) => {
    unread += bytes.toString('latin1');
    for (;;) {
      const end = unread.indexOf(writing ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const piece = unread.slice(0, end);
      unread = unread.slice(end + (writing ? 5 : 2));
      if (writing) {
        writing = false;
        void Promise.resolve(receive(piece.replace(/^\.\./gm, '.'))).then(say);
        continue;
      }
      const known = { DATA: '354 go on', QUIT: '221 bye' };
      const usual = known[piece.slice(0, 4).toUpperCase() as keyof typeof known] ?? '250 fine';
      const answer = reply(piece) ?? usual;
      writing = answer.startsWith('354');
      say(answer);
      if (/^QUIT/i.test(piece)) socket.end();
    }
  });
}
