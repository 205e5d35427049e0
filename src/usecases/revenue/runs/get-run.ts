import { defineUseCase } from '../../kit/define';
import { demandSubsidiary } from '../../kit/run';
import { contractById } from '../contracts/contract-input';
import { type RunView, viewRun } from './run-view';

/** A run with its proposal, progress and entries. */
export const getRun = defineUseCase({
  name: 'revenue.runs.get',
  permission: 'revenue.read',
  mode: 'report',
  input: contractById,
  async run({ tenant, principal }, { id }): Promise<RunView> {
    const view = await viewRun(tenant, id);
    demandSubsidiary(principal, 'revenue.read', view.subsidiaryId);
    return view;
  },
});
