import { z } from 'zod';
import { defineUseCase } from '../../kit/define';
import { anId, momentText } from '../../kit/fields';

import { type ContractView, viewContract } from './contract-view';

/** A contract with obligations, schedule, versions, events and balances; with `knownAsOf`, its facts as known then. */
export const getContract = defineUseCase({
  name: 'revenue.contracts.get',
  permission: 'revenue.read',
  mode: 'report',
  input: z.object({ id: anId, knownAsOf: momentText.optional() }),
  knownAsOf: ({ knownAsOf }) => knownAsOf,
  async run({ tenant }, { id, knownAsOf }): Promise<ContractView> {
    const view = await viewContract(tenant, id, { knownAsOf: tenant.knownThrough ?? knownAsOf ?? null });
    return view;
  },
});
