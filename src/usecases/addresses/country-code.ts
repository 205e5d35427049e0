import countries from 'i18n-iso-countries/codes.json';
import { z } from 'zod';

/** The file's rows: alpha-2, alpha-3, numeric, reference. */
const ALPHA_2: ReadonlySet<string> = new Set(
  (countries as readonly (readonly string[])[]).map(([code]) => code ?? ''),
);

/** Every country's alpha-2 code. */
export const COUNTRY_CODES: readonly string[] = [...ALPHA_2];

/** An ISO 3166-1 alpha-2 country code, in upper case (2.4 Address). */
export const countryCode = z.string().refine((code) => ALPHA_2.has(code), {
  message: 'must be an ISO 3166-1 alpha-2 country code such as US',
});
