import { JobPage } from '@/ui/jobs/job-page';

export const metadata = { title: 'Job' };

export default JobPage;
