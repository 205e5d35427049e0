import { verifyBooks } from '@/usecases/verify/verify-books';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

/** Verification of the books. */
export const verifyRouter = createTrpcRouter({
  books: procedureFor(verifyBooks),
});
