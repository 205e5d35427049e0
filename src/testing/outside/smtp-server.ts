import { createServer, type Socket } from 'node:net';

/** A mail server for tests that keeps what it is given. */
export interface TestMailServer {
  readonly url: string;
  /** The messages accepted so far, headers and body, as they were sent. */
  readonly messages: readonly string[];
  /** For each of them, to whom it was to be brought. */
  readonly recipients: readonly (readonly string[])[];
  /** Makes it refuse the next messages with a temporary error. */
  refuse(count: number): void;
  close(): Promise<void>;
}

/** Speaks as much of RFC 5321 as a client needs to hand over a message. */
export async function testMailServer(): Promise<TestMailServer> {
  const messages: string[] = [];
  const recipients: string[][] = [];
  let refusals = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let waiting = '';
    let data: string[] | null = null;
    let named: string[] = [];
    const say = (line: string) => socket.write(`${line}\r\n`);
    const hear = (line: string) => {
      if (data !== null) {
        if (line !== '.') {
          data.push(line.startsWith('.') ? line.slice(1) : line);
          return;
        }
        messages.push(data.join('\n'));
        recipients.push(named);
        named = [];
        data = null;
        say('250 accepted');
        return;
      }
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'EHLO' || verb === 'HELO') say('250 mail.test');
      else if (verb === 'DATA') {
        data = [];
        say('354 go on');
      } else if (verb === 'QUIT') {
        say('221 bye');
        socket.end();
      } else if (verb === 'RCPT' && refusals > 0) {
        refusals -= 1;
        say('451 try again later');
      } else {
        if (verb === 'RCPT') named.push(line.slice('RCPT TO:'.length));
        say('250 ok');
      }
    };
    say('220 mail.test');
    socket.on('data', (piece: Buffer) => {
      waiting += piece.toString('utf8');
      const lines = waiting.split('\r\n');
      waiting = lines.pop() ?? '';
      for (const line of lines) hear(line);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    messages,
    recipients,
    refuse: (count) => {
      refusals = count;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
