import { type ProjectRecord, projects } from '@/db/stores/sales/projects';
import { refuseNotFound } from '@/usecases/kit/crud';
import type { Context } from '@/usecases/kit/define';

/** The company whose projects the caller may see, on surface D its own; undefined where all may be seen. */
export const visibleCompany = ({ principal }: Pick<Context, 'principal'>): string | undefined =>
  principal.companyId ?? undefined;

/** The project, or NOT_FOUND: for a company's key, another company's project does not exist. */
export async function reachProject(context: Context, id: string): Promise<ProjectRecord> {
  const project = await projects.find(context.tenant, id);
  const { companyId } = context.principal;
  if (project === null || (companyId !== null && project.companyId !== companyId))
    refuseNotFound('project', id);
  return project;
}

/** A record of a project the caller may see, or NOT_FOUND; returned together with the project. */
export async function reachRecordOfProject<Row extends { projectId: string }>(
  context: Context,
  noun: string,
  id: string,
  found: Row | null,
): Promise<{ record: Row; project: ProjectRecord }> {
  if (found === null) refuseNotFound(noun, id);
  const project = await projects.findWhere(context.tenant, {
    id: found.projectId,
    ...(context.principal.companyId === null ? {} : { companyId: context.principal.companyId }),
  });
  if (project === null) refuseNotFound(noun, id);
  return { record: found, project };
}
