/** The header in which our own server passes the caller's address on to tRPC and Next; it overwrites whatever a caller sent. */
export const ADDRESS_HEADER = 'x-daybook-address';
