import { UnitsPage } from '@/ui/units/units-page';

export const metadata = { title: 'Units of measure' };

export default UnitsPage;
