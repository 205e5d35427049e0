import { OrganizationsPage, organizationsMetadata } from '@/ui/organizations/organizations-page';

export const metadata = organizationsMetadata;

export default OrganizationsPage;
