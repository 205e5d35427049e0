import { ItemsPage } from '@/ui/items/items-page';

export const metadata = { title: 'Items' };

export default ItemsPage;
