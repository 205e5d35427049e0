import { IntercompanyPage } from '@/ui/intercompany/intercompany-page';

export const metadata = { title: 'Intercompany' };

export default IntercompanyPage;
