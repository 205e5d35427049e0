import { CompaniesPage, companiesMetadata } from '@/ui/projects/projects-page';

export const metadata = companiesMetadata;

export default CompaniesPage;
