import { SetupPage } from '@/ui/setup/setup-page';

export const metadata = { title: 'Accounting setup' };

export default SetupPage;
