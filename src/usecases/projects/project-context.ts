import { roundToCurrency, toAmountString } from '@/core/money/currency';
import { dec, digitsOf, sum } from '@/core/money/decimal';
import { minorUnits } from '@/core/money/minor-units';
import { refuse } from '@/core/refusals';
import { type ProjectRecord, projects } from '@/db/stores/projects';
import { refuseNotFound } from '@/usecases/kit/crud';
import type { Context } from '@/usecases/kit/define';

/** Which projects the caller may see: those of its external company (surface D). */
export function visibleProjects({ principal }: Pick<Context, 'principal'>): object {
  return principal.companyId === null ? {} : { companyId: principal.companyId };
}

/** The project, or NOT_FOUND: another company's project does not exist for a company's key. */
export async function projectOf(context: Context, id: string): Promise<ProjectRecord> {
  const project = await projects.find(context.tenant, id);
  const { companyId } = context.principal;
  if (project === null || (companyId !== null && project.companyId !== companyId))
    refuseNotFound('project', id);
  return project;
}

/** A record that belongs to a project the caller may see, or NOT_FOUND; the two always come together. */
export async function ofProject<Row extends { projectId: string }>(
  context: Context,
  noun: string,
  id: string,
  found: Row | null,
): Promise<{ record: Row; project: ProjectRecord }> {
  if (found === null) refuseNotFound(noun, id);
  const project = await projects.findWhere(context.tenant, {
    id: found.projectId,
    ...visibleProjects(context),
  });
  if (project === null) refuseNotFound(noun, id);
  return { record: found, project };
}

/** Refuses amounts finer than the project's currency, naming the field. */
export function demandMinorUnits(
  currencyCode: string,
  amounts: readonly { readonly path: readonly string[]; readonly amount: string }[],
): void {
  const places = minorUnits(currencyCode);
  const issues = amounts
    .filter(({ amount }) => digitsOf(amount).fraction > places)
    .map(({ path }) => ({ path, message: `must have at most ${places} digits after the decimal point` }));
  const [first] = issues;
  if (first !== undefined) refuse('INVALID_INPUT', `${first.path.join('.')}: ${first.message}`, { issues });
}

export interface PricedLine {
  readonly costCode: string;
  readonly description: string;
  readonly quantity: string;
  readonly unitPrice: string;
}

/** Quantity × unit price of every line at the currency's minor unit, half-even, and their sum. */
export function priceLines<Line extends PricedLine>(
  lines: readonly Line[],
  currencyCode: string,
): { lines: (Line & { lineNumber: number; amount: string })[]; total: string } {
  const priced = lines.map((line, index) => ({
    ...line,
    lineNumber: index + 1,
    amount: toAmountString(
      roundToCurrency(dec(line.quantity).times(line.unitPrice), currencyCode),
      currencyCode,
    ),
  }));
  return { lines: priced, total: toAmountString(sum(priced.map((line) => line.amount)), currencyCode) };
}
