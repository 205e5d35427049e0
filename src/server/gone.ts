import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

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
