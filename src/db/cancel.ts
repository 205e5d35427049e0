import pg from 'pg';

/** How long a cancel request may take, and how long after it a statement that still runs gets another one. */
const PATIENCE_MS = 2_000;
const AGAIN_MS = 250;

/** Fields of a pg connection that are not in its type declarations. */
interface Inside {
  readonly processID: number | null;
  readonly secretKey: number | null;
  /** False while a statement waits for its answer. */
  readonly readyForQuery: boolean;
  readonly host: string;
  readonly port: number;
  readonly connectionParameters: { readonly ssl: unknown; readonly sslnegotiation?: string };
}

/** The same of the wire below a connection. */
interface Line extends pg.Connection {
  connect(portOrSocket: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
}

const inside = (client: pg.PoolClient) => client as unknown as Inside;

/**
 * Ends the statement that a connection is running, by the protocol's own cancel request. It takes a wire of its own for a moment, but no place in
 * the pool or among the server's connections: they may all be taken by what is to end. Resolves when the server has passed it on, or could
 * not be asked. It may still arrive after the statement, so the connection must not serve anyone else.
 */
export function cancelStatement(client: pg.PoolClient): Promise<void> {
  const { processID, secretKey, host, port, connectionParameters } = inside(client);
  if (processID === null || secretKey === null) return Promise.resolve();
  const { ssl, sslnegotiation = 'postgres' } = connectionParameters;
  const line = new pg.Connection({ ssl, sslNegotiation: sslnegotiation } as pg.ConnectionConfig) as Line;
  return new Promise((resolve) => {
    const late = setTimeout(() => line.stream.destroy(), PATIENCE_MS);
    const ask = () => line.cancel(processID, secretKey);
    line.on('connect', () => {
      if (!ssl) ask();
      else if (sslnegotiation !== 'direct') line.requestSsl();
    });
    line.on('sslconnect', ask);
    // A server that cannot be asked ends the statement at its time limit.
    line.on('error', () => line.stream.destroy());
    // The server answers nothing; it closes the wire.
    line.once('end', () => {
      clearTimeout(late);
      resolve();
    });
    if (host.startsWith('/')) line.connect(`${host}/.s.PGSQL.${port}`);
    else line.connect(port, host);
  });
}

/**
 * Lets a connection that was just taken from the pool work only as long as its caller waits: once the caller is gone, the statement that is
 * running is canceled, again and again until it has ended, since a request that comes before the server reads the statement has no effect. A connection
 * on which something was canceled is closed when it is released, whatever it is released with.
 */
export function serveUntilGone(client: pg.PoolClient, gone: AbortSignal): void {
  const { release } = client;
  let isCanceled = false;
  let again: NodeJS.Timeout | undefined;
  const look = () => {
    if (inside(client).readyForQuery) return;
    isCanceled = true;
    void cancelStatement(client);
  };
  const end = () => {
    look();
    again = setInterval(look, AGAIN_MS);
  };
  client.release = (failure) => {
    gone.removeEventListener('abort', end);
    clearInterval(again);
    release(isCanceled && !failure ? new Error('its statement was canceled') : failure);
  };
  if (gone.aborted) end();
  else gone.addEventListener('abort', end, { once: true });
}
