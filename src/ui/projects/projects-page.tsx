import type { Metadata } from 'next';
import { listPage, recordPage } from '@/ui/records/list-page';
import { plainPage } from '@/ui/records/plain-page';
import { COMPANIES_QUESTION } from './companies-question';
import { CompaniesScreen } from './companies-screen';
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

export const companiesMetadata: Metadata = { title: 'Companies' };
export const CompaniesPage = plainPage(
  (trpc) => trpc.projects.companies.list.prefetch(COMPANIES_QUESTION),
  CompaniesScreen,
);
