import { lockContract } from '@/db/revenue/contracts/contracts';
import { expectVersion, refuseNotFound } from '../../kit/crud';
import { defineUseCase } from '../../kit/define';
import { type ContractView, viewContract } from '../contracts/contract-view';
import { recordEventInput } from './event-input';
import { type EventEntry, entriesOfEvent, recordContractEvent } from './post-event';

/** The contract after the event, and the entries the event posted. */
export interface RecordedEventView extends ContractView {
  readonly eventId: string;
  /** The run that posted its revenue at once; null: it waits for the month's run. */
  readonly runId: string | null;
  readonly entries: readonly EventEntry[];
}

/**
 * Records a fact about a contract: performance (delivery, progress, costs, milestone, usage, return), money (invoice,
 * payment, credit note, interest), an estimate, a hold. What it makes of revenue waits for the month's run, or with
 * `post` is posted at once, once; what moves balances is posted at once, in the first open period when its month is
 * closed. A dry run shows the entries. Refuses NOT_FOUND, REVENUE_RULE (progress over 100%, unknown obligation, contract
 * not active …), PERIOD_NOT_OPEN, FORBIDDEN, DUPLICATE for a reference recorded before with other content.
 */
export const recordEvent = defineUseCase({
  name: 'revenue.events.record',
  permission: 'revenue.write',
  mode: 'sql',
  input: recordEventInput,
  async run(context, { id, event, reference, post }): Promise<RecordedEventView> {
    if (context.expectedVersion !== undefined) {
      expectVersion(context, (await lockContract(context.tenant, id)) ?? refuseNotFound('contract', id));
    }
    const { eventId, runId, ...read } = await recordContractEvent(context, id, { event, reference, post });
    const view = await viewContract(context.tenant, id, read);
    // What a fact posts has a movement of the contract, which most facts have not.
    const isPosted = view.movements.some((move) => move.eventId === eventId);
    const entries = isPosted ? await entriesOfEvent(context.tenant, eventId) : [];
    return { ...view, eventId, runId, entries };
  },
});
