import { z } from 'zod';
import type { Made } from '@/core/founding/steps';
import { refuse } from '@/core/refusals';
import { foundingFacts } from '@/db/stores/founding-steps';
import { changeOrganization } from '@/db/stores/organizations';
import { subsidiaries } from '@/db/stores/structure/subsidiaries';
import { countryCode } from '../addresses/country-code';
import { type Context, defineUseCase } from '../kit/define';
import { codeText, currencyCode, nameText } from '../kit/fields';
import { timeZone } from '../organizations/organization-records';
import { createSubsidiary } from '../subsidiaries/create-subsidiary';
import { ownershipPercent } from '../subsidiaries/subsidiary-fields';
import { updateSubsidiary } from '../subsidiaries/subsidiary-records';
import { FOUNDING, takeStep } from './step-record';

const subsidiary = z.object({
  code: codeText,
  name: nameText,
  countryCode,
  baseCurrency: currencyCode,
  /** The code of the company that owns it; omitted: the parent company. */
  parentCode: codeText.nullish(),
  ownershipPercent: ownershipPercent.optional(),
  /** Takes the entries that eliminate balances between the others; it has no business of its own. */
  isElimination: z.boolean().default(false),
});

export const companyAnswers = z.object({
  name: nameText.max(200),
  timeZone,
  /** The parent company. Its base currency is the organization's. */
  root: z.object({ code: codeText, name: nameText, countryCode }),
  /** Parents before or after their subsidiaries, in any order. */
  subsidiaries: z.array(subsidiary).max(100).default([]),
});
type Asked = z.output<typeof companyAnswers>;

/**
 * Founding, step COMPANY: names the organization and its parent company, and creates the subsidiaries that are missing. Codes tell
 * which company is meant; one that exists keeps its currency. Refuses INVALID_INPUT for codes given twice and for an owner that
 * is not among the companies.
 */
export const foundCompany = defineUseCase({
  name: 'founding.company',
  permission: FOUNDING,
  mode: 'write',
  input: companyAnswers,
  run: (context, asked) => takeStep(context, 'COMPANY', asked, (inner) => make(inner, asked)),
});

async function make(context: Context, asked: Asked): Promise<Made[]> {
  const { tenant } = context;
  const facts = await foundingFacts(tenant);
  const made: Made[] = [];
  if (facts.name !== asked.name || facts.timeZone !== asked.timeZone) {
    const after = await changeOrganization(tenant, { name: asked.name, timeZone: asked.timeZone });
    context.record({ noun: 'organization', recordId: tenant.organizationId, before: facts, after });
    made.push({ act: 'CHANGED', noun: 'organization', id: tenant.organizationId, label: asked.name });
  }
  const { rootSubsidiary: root } = facts;
  const label = `${asked.root.code} ${asked.root.name}`;
  if (
    root.name !== asked.root.name ||
    root.code !== asked.root.code ||
    root.countryCode !== asked.root.countryCode
  ) {
    await updateSubsidiary.run(context, { id: root.id, data: asked.root });
    made.push({ act: 'CHANGED', noun: 'subsidiary', id: root.id, label });
  }
  const ids = new Map([[asked.root.code, root.id]]);
  for (const one of inOrder(asked)) {
    const { parentCode, ...fields } = one;
    const known = await subsidiaries.findWhere(tenant, { code: one.code });
    const parentId = ids.get(parentCode ?? asked.root.code) ?? null;
    const { id } = known ?? (await createSubsidiary.run(context, { ...fields, parentId }));
    ids.set(one.code, id);
    const detail = one.isElimination ? 'for eliminations' : `in ${known?.baseCurrency ?? one.baseCurrency}`;
    made.push({
      act: known === null ? 'CREATED' : 'KEPT',
      noun: 'subsidiary',
      id,
      label: `${one.code} ${one.name}`,
      detail,
    });
  }
  return made;
}

/** The companies with owners before what they own. */
function inOrder({ root, subsidiaries: asked }: Asked): Asked['subsidiaries'] {
  const codes = [root.code, ...asked.map(({ code }) => code)];
  const twice = codes.find((code, index) => codes.indexOf(code) !== index);
  if (twice !== undefined)
    invalid(codes.lastIndexOf(twice) - 1, 'code', `${twice} is already another company`);
  const placed = new Set([root.code]);
  const ordered: Asked['subsidiaries'] = [];
  while (ordered.length < asked.length) {
    const next = asked.filter(
      ({ code, parentCode }) => !placed.has(code) && placed.has(parentCode ?? root.code),
    );
    if (next.length === 0) {
      const lost = asked.findIndex(({ code }) => !placed.has(code));
      invalid(lost, 'parentCode', 'must be the code of another company that leads up to the parent company');
    }
    for (const one of next) {
      placed.add(one.code);
      ordered.push(one);
    }
  }
  return ordered;
}

function invalid(index: number, field: string, message: string): never {
  const path = ['subsidiaries', String(index), field];
  refuse('INVALID_INPUT', `${path.join('.')}: ${message}`, { issues: [{ path, message }] });
}
