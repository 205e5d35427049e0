import { verifyBooks } from '@/usecases/verify/verify-books';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

/** Asking the books whether they hold. */
export const verifyRouter = createTrpcRouter({
  books: procedureFor(verifyBooks),
});
