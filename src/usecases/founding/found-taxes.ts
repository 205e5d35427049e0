import { z } from 'zod';
import type { Made } from '@/core/founding/steps';
import { dec } from '@/core/money/decimal';
import { type Issue, refuse } from '@/core/refusals';
import { defaultTaxCodes } from '@/core/transactions/default-tax-codes';
import { foundingFacts } from '@/db/stores/founding-steps';
import { withSavepoint } from '@/db/transaction';
import { type Context, defineUseCase } from '../kit/define';
import { refusalForViolation } from '../kit/violations';
import {
  createTaxCode,
  listTaxCodes,
  removeTaxCode,
  type TaxCodeView,
  taxCodeFields,
  updateTaxCode,
} from '../setup/tax-codes';
import { FOUNDING, takeStep } from './step-record';

export const taxAnswers = z.object({ codes: z.array(taxCodeFields).max(100) });
type Asked = z.output<typeof taxAnswers>;

/**
 * Founding, step TAXES: creates the codes that are missing and gives those that exist these rates. Codes the organization
 * began with and that are not asked for are removed, or switched off where a record uses them; codes people made stay.
 * Refuses INVALID_INPUT for a code given twice.
 */
export const foundTaxes = defineUseCase({
  name: 'founding.taxes',
  permission: FOUNDING,
  mode: 'write',
  input: taxAnswers,
  run: (context, asked) => takeStep(context, 'TAXES', asked, (inner) => make(inner, asked)),
});

async function make(context: Context, { codes }: Asked): Promise<Made[]> {
  demandDistinct(codes.map(({ code }) => code));
  const standing = await listTaxCodes.run(context, { includeInactive: true });
  const made: Made[] = [];
  for (const { code, ...fields } of codes) {
    const known = standing.find((one) => one.code === code);
    const label = `${code} ${fields.name}`;
    if (known === undefined) {
      const { id } = await createTaxCode.run(context, { code, ...fields });
      made.push({ act: 'CREATED', noun: 'tax code', id, label, detail: ratesOf(fields.rates) });
    } else if (!isSame(known, fields)) {
      const change = { id: known.id, recordStatus: 'active' as const, ...fields };
      await updateTaxCode.run(context, change);
      made.push({ act: 'CHANGED', noun: 'tax code', id: known.id, label, detail: ratesOf(fields.rates) });
    }
  }
  const { baseCurrency } = await foundingFacts(context.tenant);
  const began = defaultTaxCodes(baseCurrency);
  for (const one of standing) {
    const isOurs = began.some(({ code, name }) => code === one.code && name === one.name);
    if (isOurs && !codes.some(({ code }) => code === one.code)) made.push(await away(context, one));
  }
  return made;
}

async function away(context: Context, { id, code, name }: TaxCodeView): Promise<Made> {
  const label = `${code} ${name}`;
  try {
    await withSavepoint(context.tenant, () => removeTaxCode.run(context, { id }));
    return { act: 'REMOVED', noun: 'tax code', id: null, label };
  } catch (error) {
    const refused = refusalForViolation(error);
    if (refused?.refusal.code !== 'IN_USE') throw error;
    await updateTaxCode.run(context, { id, recordStatus: 'inactive' });
    return { act: 'CHANGED', noun: 'tax code', id, label, detail: 'in use, so switched off' };
  }
}

type Rates = Asked['codes'][number]['rates'];

const ratesOf = (rates: Rates) =>
  rates.map(({ ratePercent, validFrom }) => `${ratePercent}% from ${validFrom}`).join(', ');

function isSame(known: TaxCodeView, asked: { name: string; rates: Rates }): boolean {
  return (
    known.recordStatus === 'active' &&
    known.name === asked.name &&
    known.rates.length === asked.rates.length &&
    known.rates.every((rate, index) => {
      const other = asked.rates[index];
      return (
        other !== undefined &&
        rate.validFrom === other.validFrom &&
        rate.validTo === (other.validTo ?? null) &&
        dec(rate.ratePercent).equals(dec(other.ratePercent))
      );
    })
  );
}

function demandDistinct(codes: readonly string[]): void {
  const at = codes.findIndex((code, index) => codes.indexOf(code) !== index);
  if (at === -1) return;
  const issues: Issue[] = [{ path: ['codes', String(at), 'code'], message: 'appears twice' }];
  refuse('INVALID_INPUT', `codes.${at}.code: appears twice`, { issues });
}
