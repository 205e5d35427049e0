import { ProjectPage, projectMetadata } from '@/ui/projects/projects-page';

export const metadata = projectMetadata;

export default ProjectPage;
