import { BooksLayout, booksMetadata } from '@/ui/shell/books-layout';

export const generateMetadata = booksMetadata;

export default BooksLayout;
