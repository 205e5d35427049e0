import { ImportsPage } from '@/ui/imports/imports-page';

export const metadata = { title: 'Imports' };

export default ImportsPage;
