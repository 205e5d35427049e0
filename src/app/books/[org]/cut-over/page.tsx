import { CutOverPage } from '@/ui/cut-over/cut-over-page';

export const metadata = { title: 'Cut-over' };

export default CutOverPage;
