import { defineUseCase } from '../../kit/define';
import { contractById } from '../contracts/contract-input';
import { type RunView, viewRun } from './run-view';

/** A run with its proposal, progress and entries. */
export const getRun = defineUseCase({
  name: 'revenue.runs.get',
  permission: 'revenue.read',
  mode: 'report',
  input: contractById,
  async run({ tenant }, { id }): Promise<RunView> {
    const view = await viewRun(tenant, id);
    return view;
  },
});
