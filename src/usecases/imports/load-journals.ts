import { documentFieldsOf, signedAmountOf } from '@/core/imports/journal-rows';
import { checkPeriod, isPeriodStatus } from '@/core/periods/period-status';
import type { Principal } from '@/core/principal';
import { RefusalError, refuse } from '@/core/refusals';
import { documentDefaults } from '@/db/stores/documents/document-references';
import { holdPostingPeriod } from '@/db/stores/structure/open-periods';
import { currencyOfSubsidiary } from '@/db/stores/structure/root-subsidiary';
import type { Tenant } from '@/db/tenancy';
import type { Loaded, LoadUnit } from '../cut-over/load-items';
import type { BatchResult, Context } from '../kit/define';
import { demandReach } from '../kit/reach';
import { demand, parseInput } from '../kit/run';
import { createEmptyDocument } from '../transactions/create-empty-document';
import { loadDocuments } from '../transactions/load-documents';
import { attempt, type StoreWish, tryDocuments } from '../transactions/store-documents';
import type { ImportPart } from './import-shape';

/**
 * Loads the journal entries of a portion in sets, read by the schema of the verb that creates one. They are stored as drafts, or, where the
 * import posts, posted on their own dates; those above the limit up to which one person may act alone are submitted for a second one. A
 * check computes each entry and stores nothing.
 */
export async function loadJournals(
  context: Context,
  part: ImportPart,
  units: readonly LoadUnit[],
): Promise<Loaded[]> {
  demandLoading(context.principal, part.posts);
  const { tenant } = context;
  const defaults = await documentDefaults(tenant, 'JOURNAL');
  const currencies = await currenciesOf(tenant, units);
  const wishes = units.map((unit) => attempt(() => wishOf(context, part, unit, { defaults, currencies })));
  const wanted = wishes.flatMap((one) => (one.ok ? [one.output] : []));
  const answers = part.isCheck
    ? await tryJournals(context, part, wanted)
    : await loadDocuments(
        context,
        wanted.map((wish) => ({
          wish,
          postsOn: part.posts ? wish.header.transactionDate : null,
          mirrors: true,
        })),
      );
  let next = 0;
  return wishes.map((one): Loaded => {
    if (!one.ok) return { error: one.error };
    const answer = answers[next];
    next += 1;
    if (answer === undefined) throw new Error('a document lost its answer');
    if (!answer.ok) return { error: answer.error };
    return { recordId: answer.output.id, waits: answer.output.waits };
  });
}

/** Demands what making journal entries, and posting them at once, requires. */
export function demandLoading(principal: Principal, posts: boolean): void {
  demand(principal, 'gl.transaction.create');
  if (!posts) return;
  demand(principal, 'gl.transaction.approve');
  demand(principal, 'gl.transaction.post');
}

interface Known {
  readonly defaults: Awaited<ReturnType<typeof documentDefaults>>;
  readonly currencies: ReadonlyMap<string, string>;
}

/** The currency of each subsidiary that a portion names. */
async function currenciesOf(
  tenant: Tenant,
  units: readonly LoadUnit[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(units.flatMap(({ named }) => named.flatMap(({ subsidiaryId }) => subsidiaryId ?? [])));
  const found = new Map<string, string>();
  for (const id of ids) {
    const currency = await currencyOfSubsidiary(tenant, id);
    if (currency !== undefined) found.set(id, currency);
  }
  return found;
}

/** The entry that the rows of a document make. Refuses what the verb's schema refuses. */
function wishOf(
  context: Context,
  part: ImportPart,
  { unit: { rows }, named }: LoadUnit,
  { defaults, currencies }: Known,
): StoreWish {
  const { subsidiaryId: _text, ...facts } = documentFieldsOf(rows);
  const subsidiaryId =
    named.find((one) => one.subsidiaryId !== undefined)?.subsidiaryId ?? defaults.subsidiaryId ?? undefined;
  const currencyCode =
    facts.currencyCode ??
    (subsidiaryId === undefined ? undefined : currencies.get(subsidiaryId)) ??
    defaults.baseCurrency ??
    undefined;
  const {
    kind: _kind,
    lines,
    confirmedRate,
    ...header
  } = parseInput(createEmptyDocument.input, {
    ...facts,
    transactionTypeId: defaults.transactionTypeId ?? undefined,
    subsidiaryId,
    currencyCode,
    kind: 'JOURNAL',
    lines: rows.map((row, index) => {
      const { subsidiaryId: _one, ...ids } = named[index] ?? {};
      return {
        ...ids,
        lineNumber: index + 1,
        lineType: 'ITEM',
        description: row.values.description ?? facts.memo ?? 'Journal line',
        quantity: '1',
        unitPrice: signedAmountOf(row),
      };
    }),
  });
  demandReach(context.principal, 'gl.transaction.create', header);
  return {
    header: {
      ...header,
      transactionTypeId:
        header.transactionTypeId ??
        missing('transactionTypeId', 'no active transaction type of kind JOURNAL'),
      subsidiaryId: header.subsidiaryId ?? missing('subsidiaryId', 'no active root subsidiary'),
      currencyCode: header.currencyCode ?? missing('currencyCode', 'no base currency'),
      transactionDate: header.transactionDate ?? context.clock.today(),
    },
    lines,
    status: part.posts ? 'APPROVED' : null,
    submitsOwnWork: part.posts,
    demandsPostable: part.posts,
    confirmedRate: confirmedRate ?? null,
    call: context,
  };
}

function missing(field: string, what: string): never {
  refuse('INVALID_INPUT', `There is ${what}, so ${field} is required.`, {
    issues: [{ path: [field], message: `is required because there is ${what}` }],
  });
}

/** Computes the entries without storing them; where they would be posted, their periods are asked too. */
async function tryJournals(
  context: Context,
  part: ImportPart,
  wishes: readonly StoreWish[],
): Promise<BatchResult<{ readonly id: string; readonly waits: boolean }>[]> {
  const tried = await tryDocuments(context.tenant, wishes);
  const periods = new Map<string, Error | null>();
  const results: BatchResult<{ readonly id: string; readonly waits: boolean }>[] = [];
  for (const [at, one] of tried.entries()) {
    if (!one.ok) {
      results.push(one);
      continue;
    }
    const { subsidiaryId = '', transactionDate = '' } = wishes[at]?.header ?? {};
    const place = `${subsidiaryId} ${transactionDate}`;
    if (part.posts && !periods.has(place)) {
      periods.set(place, await periodProblem(context, subsidiaryId, transactionDate));
    }
    const problem = periods.get(place) ?? null;
    results.push(
      problem === null
        ? { ok: true, output: { id: '', waits: one.output.status === 'PENDING_APPROVAL' } }
        : { ok: false, error: problem },
    );
  }
  return results;
}

/** Why nothing can be posted there on that day; null when it can. */
async function periodProblem(
  { tenant, principal }: Context,
  subsidiaryId: string,
  date: string,
): Promise<Error | null> {
  const period = await holdPostingPeriod(tenant, subsidiaryId, date);
  const status = period?.status ?? '';
  const verdict = checkPeriod(
    period === null || !isPeriodStatus(status) ? null : { label: period.label, status },
    { date, subsidiaryId, mayPostSoftClosed: principal.permissions.has('gl.period.postSoftClosed') },
  );
  return verdict.ok ? null : new RefusalError(verdict.refusal);
}
