import { openPicture } from '@/core/revenue/contracts/picture';
import { findContract } from '@/db/revenue/contracts/contracts';
import { listEvents } from '@/db/revenue/contracts/events';
import { gridOfBooks } from '@/db/stores/structure/fiscal-calendars';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import { refuseNotFound } from '../../../kit/crud';
import { defineUseCase } from '../../../kit/define';
import { eventsOf } from '../lock-history';
import { type ComparedModification, compareTreatments } from './compare-treatments';
import { modificationPreviewInput } from './modification-input';

/**
 * The four treatments of a contract modification side by side (606-10-25-12, 25-13), and the one that the answers
 * require: allocation, revenue by month, catch-up, balances, entries, and the figures of the contract’s page once it is applied and
 * run. Nothing is chosen or stored. Of one that replaces a fact of the contract (`replaces`), the contract without that fact is compared.
 */
export const previewModification = defineUseCase({
  name: 'revenue.modifications.preview',
  permission: 'revenue.read',
  mode: 'report',
  input: modificationPreviewInput,
  async run({ tenant }, { id, ownContract, replaces, ...asked }): Promise<ComparedModification> {
    const contract = (await findContract(tenant, id)) ?? refuseNotFound('contract', id);
    const grid = await gridOfBooks(tenant, contract.subsidiaryId);
    const recorded = await listEvents(tenant, id);
    const picture = valueOrThrow(openPicture(eventsOf(contract, recorded), grid));
    const instead =
      replaces === undefined
        ? undefined
        : (recorded.find(({ event }) => event.id === replaces)?.event ?? refuseNotFound('fact', replaces));
    return compareTreatments(tenant, { contract, recorded, picture, grid }, asked, { ownContract, instead });
  },
});
