/** Why a list cannot be exported; the message is shown to the user. */
export class ListTooLong extends Error {}
