import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { networkOf } from '@/lib/network-of';

/** Open connections; further ones are closed on arrival, before a byte is read. */
const MOST_CONNECTIONS = 4_096;
/** Requests on one connection before it must be reopened, so that load is spread over the servers again. */
const MOST_REQUESTS_PER_CONNECTION = 100_000;

/** Connections of one network; further ones are closed on arrival. A proxy has all connections, so behind a trusted one it is not counted. */
const MOST_CONNECTIONS_PER_NETWORK = 2_048;
/** Longest time a caller may take nothing of an answer that waits for it. */
const STALLED_MS = 60_000;

/** The state of a server's connections. */
export interface GuardedSockets {
  /** Ends the connections on which no request is being answered: idle ones, and those on which half a request has arrived. */
  endUnasked(): void;
}

export interface SocketLimits {
  readonly perNetwork: number;
  readonly stalledMs: number;
}

/**
 * Limits what a connection can do before a request is complete, and after it is answered. Only HTTP is supported: a request to change the
 * protocol is answered and its socket closed, since it would otherwise stay open forever. The compiler's live reload
 * is the exception in development.
 */
export function guardSockets(
  server: Server,
  isDevelopment: boolean,
  { perNetwork, stalledMs }: SocketLimits,
): GuardedSockets {
  server.maxConnections = MOST_CONNECTIONS;
  limitNetworks(server, perNetwork);
  const asked = new AskedSockets(server);
  endStalled(server, stalledMs, asked);
  server.maxRequestsPerSocket = MOST_REQUESTS_PER_CONNECTION;
  const refuse = (socket: Duplex, status: string) => {
    if (!asked.isNextAnswered(socket as Socket)) {
      socket.destroy();
      return;
    }
    socket.on('error', () => undefined);
    const rest = 'X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\nContent-Length: 0';
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n${rest}\r\n\r\n`, () => socket.destroy());
  };
  server.on('connect', (_request: IncomingMessage, socket: Duplex) =>
    refuse(socket, '405 Method Not Allowed'),
  );
  if (!isDevelopment) {
    server.on('upgrade', (_request: IncomingMessage, socket: Duplex) => refuse(socket, '400 Bad Request'));
  }
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    const isLong = error.code === 'HPE_HEADER_OVERFLOW';
    refuse(
      socket,
      isLate ? '408 Request Timeout' : isLong ? '431 Request Header Fields Too Large' : '400 Bad Request',
    );
  });
  return asked;
}

/** The requests being answered on an open connection. */
interface Asked {
  /** Requests without a complete answer. */
  requests: number;
  last: { readonly request: IncomingMessage; readonly response: ServerResponse } | null;
}

/** The requests being answered on each open connection. */
class AskedSockets implements GuardedSockets {
  readonly #open = new Map<Socket, Asked>();

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#open.set(socket, { requests: 0, last: null });
      socket.once('close', () => this.#open.delete(socket));
    });
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#count(request.socket, 1, { request, response });
      response.once('close', () => this.#count(request.socket, -1));
    });
  }

  isAsked(socket: Socket): boolean {
    return (this.#open.get(socket)?.requests ?? 0) > 0;
  }

  /**
   * Whether an answer written now would be read as that of what has just arrived: nothing else is being answered, at most the request
   * whose own body it belongs to, of whose answer nothing is on its way.
   */
  isNextAnswered(socket: Socket): boolean {
    const { requests = 0, last = null } = this.#open.get(socket) ?? {};
    if (requests === 0) return true;
    return requests === 1 && last !== null && !last.request.complete && !last.response.headersSent;
  }

  endUnasked(): void {
    for (const [socket, { requests }] of this.#open) if (requests === 0) socket.destroy();
  }

  #count(socket: Socket, more: number, last?: Asked['last']): void {
    const asked = this.#open.get(socket);
    if (asked === undefined) return;
    asked.requests += more;
    if (last !== undefined) asked.last = last;
    else if (asked.requests === 0) asked.last = null;
  }
}

/** The limits of a server; `trustProxy`: a proxy opens the connections of all callers. */
export const socketLimits = (trustProxy: boolean): SocketLimits => ({
  perNetwork: trustProxy ? MOST_CONNECTIONS : MOST_CONNECTIONS_PER_NETWORK,
  stalledMs: STALLED_MS,
});

function limitNetworks(server: Server, most: number): void {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    const count = (open.get(network) ?? 0) + 1;
    if (count > most) {
      socket.destroy();
      return;
    }
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
  });
}

/**
 * Ends connections on which nothing was sent for that long, unless a request is being answered and nothing of the answer waits to be read: then
 * it is the server that takes its time. Node ends idle connections only as long as no one else listens for the event.
 */
function endStalled(server: Server, stalledMs: number, asked: AskedSockets): void {
  server.setTimeout(stalledMs, (socket: Socket) => {
    if (asked.isAsked(socket) && socket.writableLength === 0) return;
    socket.destroy();
  });
}

/** The requests of each open connection whose work ends with it. */
const waitingOn = new WeakMap<Socket, Set<AbortController>>();

/**
 * A signal that aborts when the caller of a request leaves before it is answered: when its connection closes, or the answer is given up. Node tells
 * neither of a request whose answer waits behind another on its connection (pipelining), so that the connection itself is listened to,
 * once for all its requests.
 */
export function goneOf({ socket }: IncomingMessage, response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (socket.destroyed || response.destroyed) {
    gone.abort();
    return gone.signal;
  }
  const waiting = waitingOn.get(socket) ?? listenTo(socket);
  waiting.add(gone);
  response.once('close', () => {
    waiting.delete(gone);
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}

function listenTo(socket: Socket): Set<AbortController> {
  const waiting = new Set<AbortController>();
  waitingOn.set(socket, waiting);
  socket.once('close', () => {
    for (const gone of waiting) gone.abort();
  });
  return waiting;
}
