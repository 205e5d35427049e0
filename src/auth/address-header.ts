/** The header in which our own server passes the caller's address on to Next; it overwrites whatever a caller sent. */
export const ADDRESS_HEADER = 'x-daybook-address';
