import { foundTestOrganization } from '@/testing/organization';
import { issueApiKey } from '@/usecases/credentials/api-key-verbs';
import { runForOutput } from '@/usecases/kit/run';
import { createCompany } from '@/usecases/projects/company-records';
import { createProject } from '@/usecases/projects/project-records';
import { freePort } from '../support/server';
import { type ServerProcess, send, startServerProcess } from './server-process';

const SERVERS = 3;
const REQUESTS = Number(process.env.DAYBOOK_FAULT_REQUESTS ?? '2000');
const WIDTH = 24;
const LIMIT = 100;
const WINDOW_MS = 60_000;

/** R10: one key calls three servers at once. Never more than 100 requests are admitted within 60 seconds, and at least 99 are. */
export async function rateLimitOverServers(): Promise<string> {
  const organization = await foundTestOrganization({ name: 'Rate limit' });
  const call = () => organization.callAs('admin');
  const company = await runForOutput(createCompany, call(), {
    code: 'ACME',
    name: 'Acme',
    subsidiaryIds: [organization.ids.rootSubsidiary],
  });
  const project = await runForOutput(createProject, call(), {
    companyId: company.id,
    code: 'P-1',
    name: 'Harbour Hall',
    subsidiaryId: organization.ids.rootSubsidiary,
    currencyCode: 'USD',
  });
  const { key } = await runForOutput(issueApiKey, call(), {
    name: 'Greedy',
    companyId: company.id,
    scopes: [],
  });
  const headers = {
    'x-api-key': key,
    'x-organization-id': organization.organizationId,
    'x-company-id': company.id,
  };
  const servers: ServerProcess[] = [];
  const accepted: number[] = [];
  const others = new Map<number, number>();
  try {
    for (let index = 0; index < SERVERS; index += 1) servers.push(await startServerProcess(await freePort()));
    let asked = 0;
    const client = async () => {
      while (asked < REQUESTS) {
        const server = servers[asked % SERVERS];
        asked += 1;
        const reply = await send(
          server?.port ?? 0,
          `/api/external/budget-views?project_id=${project.id}`,
          headers,
        );
        const status = reply?.status ?? 0;
        if (status === 200) accepted.push(performance.now());
        else others.set(status, (others.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: WIDTH }, client));
  } finally {
    await Promise.all(servers.map((server) => server.kill('SIGTERM')));
  }
  const strange = [...others.keys()].filter((status) => status !== 429);
  if (strange.length > 0) throw new Error(`answers of status ${strange.join(', ')}`);
  accepted.sort((one, other) => one - other);
  const most = Math.max(
    ...accepted.map((start) => accepted.filter((at) => at >= start && at < start + WINDOW_MS).length),
  );
  if (most > LIMIT) throw new Error(`${most} requests were let in within 60 seconds`);
  if (most < LIMIT - 1) throw new Error(`only ${most} requests were let in`);
  return `${REQUESTS} requests on one key at ${SERVERS} servers: ${accepted.length} let in, at most ${most} within 60 seconds, ${others.get(429) ?? 0} answered 429`;
}
