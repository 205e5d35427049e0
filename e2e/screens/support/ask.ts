import type { Page } from '@playwright/test';
import { company } from './access';
import { expect } from './expect';

/** What a verb of the screens answers to whoever is signed in on a page, in an organization. */
export async function ask<Answer>(
  page: Page,
  verb: string,
  input: unknown,
  organization: string = company.slug,
): Promise<Answer> {
  const [answer] = await askAll<Answer>(page, verb, [input], organization);
  if (answer === undefined) throw new Error(`${verb} answered nothing`);
  return answer;
}

/** What a verb that changes something answers to each of several inputs, told in one request. */
export async function askAll<Answer>(
  page: Page,
  verb: string,
  inputs: readonly unknown[],
  organization: string = company.slug,
): Promise<Answer[]> {
  const { status, text } = await page.evaluate(
    async ({ address, to, body }) => {
      const headers = { 'content-type': 'application/json', 'x-daybook-organization': to };
      const answer = await fetch(address, { method: 'POST', headers, body });
      return { status: answer.status, text: await answer.text() };
    },
    {
      address: `/api/trpc/${inputs.map(() => verb).join(',')}?batch=1`,
      to: organization,
      body: JSON.stringify(Object.fromEntries(inputs.map((json, at) => [at, { json }]))),
    },
  );
  expect(status, text.slice(0, 500)).toBe(200);
  const told = JSON.parse(text) as { result: { data: { json: Answer } } }[];
  return told.map(({ result }) => result.data.json);
}
