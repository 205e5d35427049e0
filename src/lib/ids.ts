import { randomFillSync } from 'node:crypto';

let lastMoment = 0;
let sequence = 0;

/** A stock of random bytes, because requesting a few at a time is expensive. */
const stock = Buffer.alloc(4096);
let used = stock.length;

function take(count: number): Buffer {
  if (used + count > stock.length) {
    randomFillSync(stock);
    used = 0;
  }
  used += count;
  return stock.subarray(used - count, used);
}

/**
 * A new UUIDv7 (RFC 9562): sorts by creation time, and within one process also inside a millisecond (the twelve bits after
 * the timestamp count up; when they are exhausted, the next millisecond is used early).
 */
export function newId(): string {
  const now = Date.now();
  if (now > lastMoment) {
    lastMoment = now;
    sequence = take(1).readUInt8(0);
  } else {
    sequence += 1;
    if (sequence > 0xfff) {
      lastMoment += 1;
      sequence = 0;
    }
  }
  const bytes = take(16);
  bytes.writeUIntBE(lastMoment, 0, 6);
  bytes.writeUInt16BE(0x7000 | sequence, 6);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The smallest UUIDv7 of a moment, in milliseconds since 1970: earlier ids sort before it, ids from that moment on after it. */
export function firstIdAt(moment: number): string {
  const hex = Math.max(0, moment).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for any well-formed 8-4-4-4-12 hexadecimal id, whatever its version bits (decisions.md, "Ids"). */
export function isId(text: string): boolean {
  return ID.test(text);
}
