import net from 'node:net';

/**
 * Why this TCP port on this host cannot be listened on: `EADDRINUSE` (already in use) or `EACCES` (not allowed); undefined
 * when it can. An address this machine does not have (no IPv6) does not count.
 */
export function portObstacle(port, host = '127.0.0.1') {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', ({ code }) => resolve(code === 'EADDRINUSE' || code === 'EACCES' ? code : undefined));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
}

/** A port that is currently free, chosen by the system. */
export function freePort(host = '127.0.0.1') {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', reject);
    probe.listen({ port: 0, host }, () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
