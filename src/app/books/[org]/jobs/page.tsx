import { JobsPage } from '@/ui/jobs/jobs-page';

export const metadata = { title: 'Jobs' };

export default JobsPage;
