/** Why a list does not become a file; the message is for the reader. */
export class ListTooLong extends Error {}
