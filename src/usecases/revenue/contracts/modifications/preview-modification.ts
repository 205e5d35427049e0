import type { ModificationComparison } from '@/core/revenue/modifications/modification';
import { findContract } from '@/db/revenue/contracts/contracts';
import { listEvents } from '@/db/revenue/contracts/events';
import { gridOfBooks } from '@/db/stores/structure/fiscal-calendars';
import { refuseNotFound } from '../../../kit/crud';
import { defineUseCase } from '../../../kit/define';
import { eventsOf } from '../lock-history';
import { compareTreatments } from './compare-treatments';
import { modificationPreviewInput } from './modification-input';

/**
 * The four treatments of a contract modification side by side (606-10-25-12, 25-13), and the one that the answers
 * require: allocation, revenue by month, catch-up, balances, entries. Nothing is chosen or stored.
 */
export const previewModification = defineUseCase({
  name: 'revenue.modifications.preview',
  permission: 'revenue.read',
  mode: 'report',
  input: modificationPreviewInput,
  async run({ tenant }, { id, ...asked }): Promise<ModificationComparison> {
    const contract = (await findContract(tenant, id)) ?? refuseNotFound('contract', id);
    const grid = await gridOfBooks(tenant, contract.subsidiaryId);
    return compareTreatments(tenant, contract, eventsOf(contract, await listEvents(tenant, id)), asked, grid);
  },
});
