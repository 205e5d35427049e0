import { z } from 'zod';
import { PROJECT_STATUSES } from '@/core/projects/project-states';
import { projects } from '@/db/stores/sales/projects';
import { byId, crud } from '@/usecases/kit/crud';
import { defineUseCase } from '@/usecases/kit/define';
import { isBoundedSearch, pageContaining } from '@/usecases/kit/search';
import { pageInput, projectCreate, projectUpdate, slice } from './project-fields';
import { reachProject, visibleCompany } from './project-rules';

const verbs = crud({
  noun: 'project',
  plural: 'projects',
  store: projects,
  read: 'project.read',
  write: 'project.write',
  create: projectCreate,
  update: projectUpdate,
  prepareCreate: (_context, input) => input,
  prepareUpdate: (_context, _before, input) => input,
});

export const createProject = verbs.create;
export const updateProject = verbs.update;
export const removeProject = verbs.remove;

/** One project the caller may see. */
export const getProject = defineUseCase({
  name: 'projects.get',
  permission: 'project.read',
  mode: 'read',
  input: byId,
  run: (context, { id }) => reachProject(context, id),
});

/** Projects the caller may see, by code. */
export const listProjects = defineUseCase({
  name: 'projects.list',
  permission: 'project.read',
  mode: 'read',
  input: z.object({
    companyId: z.guid().optional(),
    projectStatus: z.enum(PROJECT_STATUSES).optional(),
    search: z.string().max(200).optional(),
    /** Of what many projects contain, no more is counted than the end of the next page. */
    isBounded: isBoundedSearch,
    ...pageInput,
  }),
  run(context, { companyId, projectStatus, search, isBounded, ...page }) {
    const visible = visibleCompany(context);
    if (visible !== undefined && companyId !== undefined && companyId !== visible)
      return Promise.resolve({ rows: [], total: 0, isCounted: true });
    const company = visible ?? companyId;
    return pageContaining(context.tenant, projects, {
      search,
      isBounded,
      searchIn: ['code', 'name'],
      indexed: 'project',
      equals: {
        ...(company === undefined ? {} : { companyId: company }),
        ...(projectStatus === undefined ? {} : { projectStatus }),
      },
      orderBy: [{ code: 'asc' }],
      ...slice(page),
    });
  },
});
