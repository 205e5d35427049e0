import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** Open connections; further ones are closed on arrival, before a byte is read. */
const MOST_CONNECTIONS = 4_096;
/** Requests on one connection before it must be reopened, so that load is spread over the servers again. */
const MOST_REQUESTS_PER_CONNECTION = 100_000;

/**
 * Limits what a connection can do before a request is complete. Only HTTP is supported: a request to change the
 * protocol is answered and its socket closed, since it would otherwise stay open forever. The compiler's live reload
 * is the exception in development.
 */
export function guardSockets(server: Server, isDevelopment: boolean): void {
  server.maxConnections = MOST_CONNECTIONS;
  server.maxRequestsPerSocket = MOST_REQUESTS_PER_CONNECTION;
  const refuse = (socket: Duplex, status: string) => {
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
}
