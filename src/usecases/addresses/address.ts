import { z } from 'zod';
import type { JsonData } from '@/db/record-row';
import { newId } from '@/lib/ids';
import { lineText } from '@/usecases/kit/fields';
import { countryCode } from './country-code';

const line = lineText.nullish();

/** The Address object of 2.4: every field is optional, and the service assigns the id. */
export const addressInput = z.object({
  addressee: line,
  companyName: line,
  attention: line,
  phoneNumber: line,
  line1: line,
  line2: line,
  city: line,
  stateProvince: line,
  postalCode: line,
  countryCode: countryCode.nullish(),
});

/** The address as it is returned: unknown fields are null. */
export const addressSchema = z.object({
  id: z.guid(),
  addressee: z.string().nullable(),
  companyName: z.string().nullable(),
  attention: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  line1: z.string().nullable(),
  line2: z.string().nullable(),
  city: z.string().nullable(),
  stateProvince: z.string().nullable(),
  postalCode: z.string().nullable(),
  countryCode: z.string().nullable(),
});
export type Address = z.infer<typeof addressSchema>;

/** The billing and shipping address of a customer (2.3). */
export const postalAddressInput = z.object({
  street: line,
  city: line,
  state: line,
  postalCode: line,
  country: line,
});
export const postalAddressSchema = z.object({
  street: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  postalCode: z.string().nullable(),
  country: z.string().nullable(),
});

/**
 * An address to store: omitted fields keep their values, null clears a field, and null for the whole address clears all
 * of them. The service assigns the id once. `undefined` leaves the column unchanged.
 */
export function mergedAddress(
  before: JsonData,
  input: z.output<typeof addressInput> | null | undefined,
): JsonData | undefined {
  if (input === null || input === undefined) return input;
  return { ...merged(addressInput, before, input), id: (before?.id as string | undefined) ?? newId() };
}

/** The same for an address without an id. */
export function mergedPostalAddress(
  before: JsonData,
  input: z.output<typeof postalAddressInput> | null | undefined,
): JsonData | undefined {
  if (input === null || input === undefined) return input;
  return merged(postalAddressInput, before, input);
}

/** A stored address as it is returned, with its fields in the order of the contract. */
export function presentAddress(stored: JsonData): Address | null {
  if (stored === null) return null;
  return presentFields(addressSchema, stored) as Address;
}

/** A stored billing or shipping address as it is returned. */
export function presentPostalAddress(stored: JsonData): z.infer<typeof postalAddressSchema> | null {
  if (stored === null) return null;
  return presentFields(postalAddressSchema, stored) as z.infer<typeof postalAddressSchema>;
}

function merged(schema: z.ZodObject, before: JsonData, input: object): Record<string, unknown> {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const all = { ...before, ...given } as Record<string, unknown>;
  return Object.fromEntries(Object.keys(schema.shape).map((field) => [field, all[field] ?? null]));
}

function presentFields(schema: z.ZodObject, stored: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.keys(schema.shape).map((field) => [field, stored[field] ?? null]));
}
