import type { Metadata } from 'next';
import { listPage, recordPage } from '@/ui/records/list-page';
import { ProjectScreen } from './project-screen';
import { projectsQuestion } from './projects-question';
import { ProjectsScreen } from './projects-screen';

export const projectsMetadata: Metadata = { title: 'Projects' };
export const ProjectsPage = listPage(
  (trpc, question) => trpc.projects.list.prefetch(projectsQuestion(question)),
  ProjectsScreen,
);

export const projectMetadata: Metadata = { title: 'Project' };
export const ProjectPage = recordPage(
  (trpc, id) =>
    Promise.all([
      trpc.projects.get.prefetch({ id }),
      trpc.projects.budgetViews.list.prefetch({ projectId: id }),
    ]),
  ProjectScreen,
);
