import { z } from 'zod';
import { refuse } from '@/core/refusals';
import { readReportSubsidiaries } from '@/db/reports/scope';
import { companies } from '@/db/stores/structure/companies';
import { crud } from '@/usecases/kit/crud';
import { type Context, defineUseCase } from '@/usecases/kit/define';
import { demandNarrower } from '@/usecases/kit/reach';
import { companyCreate, companyUpdate, pageInput, slice } from './project-fields';

const verbs = crud({
  noun: 'company',
  plural: 'companies',
  store: companies,
  read: 'project.read',
  write: 'project.write',
  create: companyCreate,
  update: companyUpdate,
  async prepareCreate(context, input) {
    demandNarrower(context.principal, 'project.write', input.subsidiaryIds);
    await demandSubsidiaries(context, input.subsidiaryIds);
    return input;
  },
  async prepareUpdate(context, _before, input) {
    if (input.subsidiaryIds === undefined) return input;
    demandNarrower(context.principal, 'project.write', input.subsidiaryIds);
    await demandSubsidiaries(context, input.subsidiaryIds);
    return input;
  },
});

export const createCompany = verbs.create;
export const getCompany = verbs.get;
export const updateCompany = verbs.update;
export const removeCompany = verbs.remove;

/** External companies, by code. */
export const listCompanies = defineUseCase({
  name: 'companies.list',
  permission: 'project.read',
  mode: 'read',
  input: z.object({ ...pageInput, limit: z.int().min(1).max(500).default(100) }),
  run: ({ tenant }, page) => companies.page(tenant, { orderBy: [{ code: 'asc' }], ...slice(page) }),
});

/** Every subsidiary mapped to a company must exist; an array column cannot have a foreign key. */
async function demandSubsidiaries({ tenant }: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { subsidiaries } = await readReportSubsidiaries(tenant, ids);
  const missing = ids.find((id) => !subsidiaries.some((one) => one.id === id.toLowerCase()));
  if (missing === undefined) return;
  refuse('REFERENCE_NOT_FOUND', 'subsidiaryIds contains a subsidiary that does not exist.', {
    field: 'subsidiaryIds',
    noun: 'subsidiary',
    id: missing,
  });
}
