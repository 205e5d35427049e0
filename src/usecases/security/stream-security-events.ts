import { z } from 'zod';
import { streamReport } from '@/db/record-stream';
import { type SecurityLogRow, securityLogStatement } from '@/db/reports/security-log';
import { demandEverywhere } from '../kit/reach';
import { defineStream } from '../kit/stream';
import { securityFilters } from './list-security-events';

/** The security log as filtered, newest first, in full: the rows of a file. Refuses FORBIDDEN for a caller confined to subsidiaries. */
export const streamSecurityEvents = defineStream({
  name: 'security.export',
  permission: 'org.security.read',
  input: z.object(securityFilters),
  open(claim, query, { principal }) {
    demandEverywhere(principal, 'org.security.read');
    return streamReport<SecurityLogRow>(claim, async (tenant) => securityLogStatement(tenant, query));
  },
});
