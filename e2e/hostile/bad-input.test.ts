import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { IS_LONG } from '@/testing/long-run';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { askDoorsAs, type DoorAsk, type DoorRoute, doorRoutes } from '../support/doors';
import { fingerprint } from '../support/fingerprint';
import { furnish } from '../support/furnish';
import { hostileBody, hostileText, type Pick } from '../support/generated/hostile';
import { hostileFile } from '../support/generated/hostile-file';
import type { Reply } from '../support/in-process';
import { type JsonSchema, randomFrom, schemaOf } from '../support/sample';
import { idsOfEveryKind } from '../support/victims';

/**
 * Requests of an ordinary run; DAYBOOK_HOSTILE_REQUESTS sets another number, DAYBOOK_HOSTILE_SEED another selection.
 */
const REQUESTS = Number(process.env.DAYBOOK_HOSTILE_REQUESTS ?? (IS_LONG ? 3_200 : 1_200));
const SEED = Number(process.env.DAYBOOK_HOSTILE_SEED ?? '20261121');

let organization: TestOrganization;
let ask: (ask: DoorAsk) => Promise<Reply>;
let ids: string[];

beforeAll(async () => {
  organization = await foundTestOrganization({ name: 'Fortress' });
  await furnish(organization);
  ids = [...(await idsOfEveryKind(organization.organizationId)).values()];
  ask = askDoorsAs(organization.principals.admin);
});

afterAll(closeConnections);

/** Whether an error answer has its door's own format (interface section 7; RFC 7644, section 3.12). */
function hasErrorShape(door: string, text: string): boolean {
  if (door === 'docs') return text === 'Not Found';
  let body: Record<string, unknown>;
  try {
    body = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return false;
  }
  const isText = (value: unknown) => typeof value === 'string' && value.length > 0;
  switch (door) {
    case 'A':
      return (
        isText(body.error) &&
        Array.isArray(body.details) &&
        body.details.every((detail) => isText((detail as { message?: unknown }).message))
      );
    case 'B':
      return isText(body.error) && isText(body.message);
    case 'C':
      return (
        isText(body.message) && isText(body.code) && typeof body.details === 'object' && body.details !== null
      );
    case 'scim':
      return Array.isArray(body.schemas) && isText(body.status) && isText(body.detail);
    case 'downloads':
    case 'uploads':
      return isText(body.message) && typeof body.data === 'object' && body.data !== null;
    default:
      return isText(body.error);
  }
}

/** A path segment: usually a strange value correctly encoded, sometimes an invalid encoding. */
function hostileSegment(pick: Pick, chance: () => number): string {
  if (chance() < 0.15) return pick(['%', '%zz', '%00', '%C3%28', '%ED%A0%80', '%2F..%2F', '%0d%0a']);
  // Encoded by bytes, because a lone surrogate has no percent-encoding.
  return encodeURIComponent(Buffer.from(hostileText(pick).slice(0, 300)).toString());
}

function hostileAsk(route: DoorRoute, pick: Pick, chance: () => number): DoorAsk {
  const strangeQuery = route.body === null || chance() < 0.3;
  const path = route.path.replaceAll(/\{\w+\}/g, () =>
    chance() < (route.body === null ? 0.6 : 0.25) ? hostileSegment(pick, chance) : pick(ids),
  );
  const query = new URLSearchParams();
  if (strangeQuery) {
    const names = [
      ...Object.keys((schemaOf(route.query) as JsonSchema).properties ?? {}),
      'dryRun',
      'limit',
      '__proto__',
    ];
    for (let count = 1 + Math.floor(chance() * 3); count > 0; count -= 1)
      query.append(pick(names), hostileText(pick));
  }
  const headers: Record<string, string> = {};
  if (chance() < 0.1) headers['if-match'] = pick(['"0"', '*', 'nonsense', '"999999999999"', 'W/"1"']);
  if (chance() < 0.05) headers['idempotency-key'] = pick(['x', 'y'.repeat(300), ' ']);
  const text = query.size > 0 ? `?${query}` : '';
  const body =
    route.body === null ? undefined : hostileBody(schemaOf(route.body), pick, chance, () => pick(ids));
  const file = route.door === 'uploads' ? { file: hostileFile(pick) } : {};
  return { method: route.method, path: `${path}${text}`, headers, body, ...file };
}

describe('bad input', () => {
  it(`gets no 5xx and the door's own error format, in ${REQUESTS} generated requests over every operation`, async () => {
    const routes = doorRoutes();
    const chance = randomFrom(SEED);
    const pick: Pick = (items) => items[Math.floor(chance() * items.length)] as never;
    const wrong: string[] = [];
    const refused: DoorAsk[] = [];
    for (let count = 0; count < REQUESTS; count += 1) {
      const route = routes[count % routes.length];
      if (route === undefined) continue;
      const what = hostileAsk(route, pick, chance);
      const reply = await ask(what);
      const shown = `${route.operation} ${what.path.slice(0, 120)} ${what.body?.slice(0, 200) ?? ''} → ${reply.status} ${reply.text.slice(0, 200)}`;
      if (reply.status >= 500) wrong.push(shown);
      else if (reply.status >= 400) {
        refused.push(what);
        if (!hasErrorShape(route.door, reply.text)) wrong.push(shown);
      }
    }
    expect(wrong.slice(0, 10)).toEqual([]);
    // A generator that produced only valid requests would prove nothing.
    expect(refused.length).toBeGreaterThan(REQUESTS / 4);

    // Every refused request is sent again, and now not a single row may change. A few succeed this time, because the
    // accepted requests changed the records in between: after such a request the hash is computed again.
    let before = await fingerprint(organization.organizationId);
    let accepted = 0;
    for (const what of refused) {
      if ((await ask(what)).status >= 400) continue;
      accepted += 1;
      before = await fingerprint(organization.organizationId);
    }
    expect(accepted).toBeLessThan(refused.length / 20);
    expect(await fingerprint(organization.organizationId)).toEqual(before);
  });
});
