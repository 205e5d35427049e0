import { NotFound } from '@/ui/shell/not-found';

export default NotFound;
