import { forgetTimeLimit, sql, type Tenant } from './tenancy';

/**
 * Runs part of a transaction that may fail separately: when `work` throws, everything it did is undone, the error is passed
 * on to the caller, and the transaction can continue. SQL handles only.
 */
export async function withSavepoint<T>(tenant: Tenant, work: () => Promise<T>): Promise<T> {
  await sql(tenant, 'savepoint part');
  try {
    const result = await work();
    await sql(tenant, 'release savepoint part');
    return result;
  } catch (error) {
    await sql(tenant, 'rollback to savepoint part');
    forgetTimeLimit(tenant);
    await sql(tenant, 'release savepoint part');
    throw error;
  }
}
