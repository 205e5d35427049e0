import { z } from 'zod';
import { type Refusal, RefusalError, refuse } from '@/core/refusals';
import { contractIdsByNumber } from '@/db/revenue/contracts/contracts';
import { withSavepoint } from '@/db/transaction';
import { rowsOfCsv } from '@/lib/csv';
import { isId } from '@/lib/ids';
import { defineUseCase } from '../../kit/define';
import { anId, codeText, lineText } from '../../kit/fields';
import { unknownFields } from '../../kit/unknown-fields';

import { eventInput } from './event-input';
import { recordContractEvent } from './post-event';

/** Most events in one upload: limits how long its transaction lasts. */
export const EVENTS_AT_ONCE = 5_000;

const importedEvent = z
  .object({
    contractId: anId.optional(),
    contractNumber: codeText.optional(),
    event: eventInput,
    /** The sender's own reference: the same content is recorded once, other content is refused. */
    reference: lineText.optional(),
  })
  .refine((one) => (one.contractId === undefined) !== (one.contractNumber === undefined), {
    message: 'must identify the contract by contractId or by contractNumber',
  });

export const importFields = z.object({
  events: z.array(importedEvent).max(EVENTS_AT_ONCE).optional(),
  /**
   * A table with a header: contract, kind, key, date, and those of amount, quantity, progress, milestone,
   * reference that the kind requires.
   */
  csv: z.string().max(1_000_000).optional(),
  /** Post the revenue at once instead of in the month's run. */
  post: z.boolean().default(false),
  /** `all`: the first refusal records nothing; `each`: every event on its own. */
  mode: z.enum(['all', 'each']).default('all'),
});
type ImportedEvent = z.output<typeof importedEvent>;

/** The result of one event of an upload. */
export interface ImportedResult {
  /** Position in the list, or the line of the table after its header, from 1. */
  readonly line: number;
  readonly contractId: string | null;
  readonly eventId: string | null;
  readonly outcome: 'RECORDED' | 'REPEATED' | 'REFUSED';
  readonly posted: boolean;
  readonly refusal: Refusal | null;
}

export interface ImportedEvents {
  readonly results: readonly ImportedResult[];
  readonly recorded: number;
  readonly repeated: number;
  readonly refused: number;
}

/**
 * Records many facts in one call: deliveries, milestones, a month's usage, as a list or as CSV text. With `post`, each
 * event's revenue is posted at once with the same checks as in a run, and the month's run skips it. Refuses
 * INVALID_INPUT naming the line; in mode `all`, whatever the first refused event refuses.
 */
export const importEvents = defineUseCase({
  name: 'revenue.events.import',
  permission: 'revenue.write',
  mode: 'sql',
  input: importFields,
  async run(context, { events = [], csv, post, mode }): Promise<ImportedEvents> {
    const { tenant } = context;
    const wanted = csv === undefined ? events : [...events, ...eventsOfTable(csv)];
    if (wanted.length === 0) invalid(['events'], 'must have at least one event');
    if (wanted.length > EVENTS_AT_ONCE) invalid(['csv'], `must have at most ${EVENTS_AT_ONCE} lines`);
    const numbers = wanted.flatMap(({ contractNumber }) => contractNumber ?? []);
    const ids = await contractIdsByNumber(tenant, [...new Set(numbers)]);
    const results: ImportedResult[] = [];
    for (const [index, { contractId, contractNumber = '', event, reference }] of wanted.entries()) {
      const id = contractId ?? ids.get(contractNumber) ?? null;
      const line = index + 1;
      try {
        const reported = await withSavepoint(tenant, () =>
          id === null
            ? refuse('NOT_FOUND', `No contract has the number ${contractNumber}.`, {
                noun: 'contract',
                id: contractNumber,
              })
            : recordContractEvent(context, id, { event, reference, post }),
        );
        results.push({
          line,
          contractId: id,
          eventId: reported.eventId,
          outcome: reported.isRepeated ? 'REPEATED' : 'RECORDED',
          posted: reported.runId !== null,
          refusal: null,
        });
      } catch (error) {
        if (!(error instanceof RefusalError)) throw error;
        if (mode === 'all') throw naming(line, error.refusal);
        const nothing = { contractId: id, eventId: null, posted: false };
        results.push({ line, ...nothing, outcome: 'REFUSED', refusal: error.refusal });
      }
    }
    const count = (outcome: ImportedResult['outcome']) =>
      results.filter((one) => one.outcome === outcome).length;
    return {
      results,
      recorded: count('RECORDED'),
      repeated: count('REPEATED'),
      refused: count('REFUSED'),
    };
  },
});

function naming(line: number, refusal: Refusal): RefusalError {
  return new RefusalError({
    ...refusal,
    message: `Event ${line}: ${refusal.message}`,
    data: { ...refusal.data, line },
  } as Refusal);
}

function invalid(path: string[], message: string): never {
  refuse('INVALID_INPUT', `${path.join('.')}: ${message}`, { issues: [{ path, message }] });
}

/** The events of a table; `kind` is usage unless a column specifies it. */
function eventsOfTable(text: string): ImportedEvent[] {
  const [header, ...rows] =
    rowsOfCsv(text) ?? invalid(['csv'], 'has an opening quotation mark without a matching closing one');
  const names = (header ?? []).map((name) => name.trim());
  for (const needed of ['contract', 'date']) {
    if (!names.includes(needed)) invalid(['csv'], `has no column ${needed}`);
  }
  return rows.map((cells, index) => {
    if (cells.length !== names.length) invalid(['csv', String(index + 1)], `must have ${names.length} cells`);
    const said = Object.fromEntries(
      names.flatMap((name, place) => {
        const value = (cells[place] ?? '').trim();
        return value === '' ? [] : [[name, value]];
      }),
    );
    const { contract = '', date, reference, kind = 'usage', ...facts } = said;
    const recorded = {
      ...(isId(contract) ? { contractId: contract } : { contractNumber: contract }),
      event: { kind, effectiveDate: date, ...facts },
      reference,
    };
    const [unknown] = unknownFields(importedEvent, recorded);
    // A cell under a misspelled column must not become one that was left empty.
    if (unknown !== undefined)
      invalid(['csv', String(index + 1), unknown.at(-1) ?? ''], `is not a column of ${kind}`);
    const parsed = importedEvent.safeParse(recorded);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    return invalid(
      ['csv', String(index + 1), ...(issue?.path ?? []).map(String)],
      issue?.message ?? 'is not an event',
    );
  });
}
