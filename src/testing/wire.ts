import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';

/** Where a server listens: at a port, or at a socket when its URL names a folder as the host. */
function placeOf({ hostname, port }: URL): NetConnectOpts {
  const host = decodeURIComponent(hostname);
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port: Number(port) };
}

/**
 * A connection to the database that can be cut, stop responding without being closed, or be led to another server, as in a
 * failover or behind a firewall.
 */
export class Wire {
  readonly #server: Server;
  readonly #pairs = new Set<[Socket, Socket]>();
  #target: NetConnectOpts;
  #takesNew = true;

  constructor(target: URL) {
    this.#target = placeOf(target);
    this.#server = createServer((near) => {
      near.on('error', () => undefined);
      if (!this.#takesNew) return;
      const far = connect(this.#target);
      const pair: [Socket, Socket] = [near, far];
      this.#pairs.add(pair);
      far.on('error', () => near.destroy());
      near.pipe(far);
      far.pipe(near);
      near.on('close', () => {
        far.destroy();
        this.#pairs.delete(pair);
      });
      far.on('close', () => near.destroy());
    });
  }

  async listen(port: number): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', () => resolve()));
  }

  /** Listens on a port that is free, and returns it. */
  async listenAnywhere(): Promise<number> {
    await this.listen(0);
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the wire has no port');
    return address.port;
  }

  /** Existing connections stop passing data, without being closed. */
  silence(): void {
    for (const [near, far] of this.#pairs) {
      near.unpipe();
      far.unpipe();
      near.pause();
      far.pause();
    }
  }

  /** Whether new connections reach the database; otherwise they are accepted and never answered. */
  takesNew(answer: boolean): void {
    this.#takesNew = answer;
  }

  /** New connections lead to another server from now on. */
  moveTo(target: URL): void {
    this.#target = placeOf(target);
  }

  close(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
    this.#server.close();
  }
}
