import { ItemPage } from '@/ui/items/item-page';

export const metadata = { title: 'Item' };

export default ItemPage;
