import { type ProjectRecord, projects } from '@/db/stores/projects';
import { refuseNotFound } from '@/usecases/kit/crud';
import type { Context } from '@/usecases/kit/define';

/** Which projects the caller may see: those of its external company (surface D). */
export function visibleProjects({ principal }: Pick<Context, 'principal'>): object {
  return principal.companyId === null ? {} : { companyId: principal.companyId };
}

/** The project, or NOT_FOUND: another company's project does not exist for a company's key. */
export async function reachProject(context: Context, id: string): Promise<ProjectRecord> {
  const project = await projects.find(context.tenant, id);
  const { companyId } = context.principal;
  if (project === null || (companyId !== null && project.companyId !== companyId))
    refuseNotFound('project', id);
  return project;
}

/** A record that belongs to a project the caller may see, or NOT_FOUND; the two always come together. */
export async function reachRecordOfProject<Row extends { projectId: string }>(
  context: Context,
  noun: string,
  id: string,
  found: Row | null,
): Promise<{ record: Row; project: ProjectRecord }> {
  if (found === null) refuseNotFound(noun, id);
  const project = await projects.findWhere(context.tenant, {
    id: found.projectId,
    ...visibleProjects(context),
  });
  if (project === null) refuseNotFound(noun, id);
  return { record: found, project };
}
