import { ProjectsPage, projectsMetadata } from '@/ui/projects/projects-page';

export const metadata = projectsMetadata;

export default ProjectsPage;
