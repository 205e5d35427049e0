const isDecimal = (value: object): value is { toFixed(): string } =>
  'toFixed' in value && 'isNaN' in value && typeof value.toFixed === 'function';

/** Turns what Prisma returns into plain data: decimals and bigints as strings. Dates stay Date. */
export function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  if (isDecimal(value)) return value.toFixed();
  if (Array.isArray(value)) return value.map(plain);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}
