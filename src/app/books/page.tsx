import { FirstBooks } from '@/ui/shell/first-books';

export default FirstBooks;
