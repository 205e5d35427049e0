import type { RevenueContract } from '../generated/client';
import { type Plain, recordStore } from '../record-store';
import { recordStream } from '../record-stream';

export type RevenueContractHeader = Plain<RevenueContract>;

/** The header rows of revenue contracts; obligations, versions and schedules belong to the revenue engine. */
export const revenueContractHeaders = recordStore<RevenueContract>('revenueContract');

export const streamRevenueContractHeaders = recordStream<RevenueContract>('revenue_contracts');
