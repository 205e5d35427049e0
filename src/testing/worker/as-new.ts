/**
 * Ends what is open on a connection, then like `discard all`, except that prepared statements stay, as the client remembers them. In one
 * round trip.
 */
export const AS_NEW = `
  rollback;
  reset session authorization;
  reset all;
  discard temp;
  unlisten *;
  select pg_advisory_unlock_all()`;
