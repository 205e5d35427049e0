import { refuse } from '@/core/refusals';
import { findContract } from '@/db/revenue/contracts/contracts';
import { contractOfEvent } from '@/db/revenue/contracts/events';
import { findCost } from '@/db/revenue/costs/costs';
import { subsidiaryOrRoot } from '@/db/stores/structure/root-subsidiary';
import type { Tenant } from '@/db/tenancy';
import { refuseNotFound } from '../../kit/crud';
import type { UseCase } from '../../kit/define';
import { activateContract } from '../contracts/activate-contract';
import { createCost, impairCost, reviseCostTerm } from '../contracts/costs/cost-records';
import { applyModification } from '../contracts/modifications/apply-modification';
import { decideTreatment } from '../contracts/modifications/decide-treatment';
import { terminateContract } from '../contracts/modifications/terminate-contract';
import { recordEvent } from '../events/record-event';
import { replaceFact } from '../events/replace-fact';
import { voidFact } from '../events/void-fact';
import { reclassifyBalances } from '../runs/reclassify-balances';

type Verb = UseCase<never, unknown>;
type Input = Readonly<Record<string, unknown>>;
type ContractOf = (tenant: Tenant, input: Input) => Promise<string | null>;

/** What a request concerns: a contract, or a subsidiary as a whole. */
export interface Subject {
  readonly contractId: string | null;
  readonly subsidiaryId: string;
  readonly baseCurrency: string;
}

const byId: ContractOf = async (_tenant, { id }) => String(id);
const byFact: ContractOf = (tenant, { id }) => contractOfEvent(tenant, String(id));

const ofCostInput: ContractOf = async (_tenant, { contractId }) => String(contractId);
const byCost: ContractOf = async (tenant, { id }) => (await findCost(tenant, String(id)))?.contractId ?? null;

const OF_CONTRACTS: readonly (readonly [verb: { readonly name: string }, contractOf: ContractOf])[] = [
  [activateContract, byId],
  [terminateContract, byId],
  [applyModification, byId],
  [recordEvent, byId],
  [voidFact, byFact],
  [replaceFact, byFact],
  [decideTreatment, byFact],
  [createCost, ofCostInput],
  [impairCost, byCost],
  [reviseCostTerm, byCost],
];
/** Of the subsidiary their input names, or of the root. */
const OF_SUBSIDIARIES: readonly { readonly name: string }[] = [reclassifyBalances];

interface Approvable {
  readonly verb: Verb;
  readonly subjectOf: (tenant: Tenant, input: Input) => Promise<Subject>;
}

/** The verbs that change revenue in one step and are prepared as a request: each with what its input concerns. */
const VERBS = new Map<string, Approvable>([
  ...OF_CONTRACTS.map(
    ([verb, contractOf]) =>
      [
        verb.name,
        {
          verb: verb as unknown as Verb,
          subjectOf: async (tenant: Tenant, input: Input) =>
            subjectOfContract(tenant, await contractOf(tenant, input), String(input.id)),
        },
      ] as const,
  ),
  ...OF_SUBSIDIARIES.map(
    (verb) => [verb.name, { verb: verb as unknown as Verb, subjectOf: subjectOfSubsidiary }] as const,
  ),
]);

async function subjectOfContract(tenant: Tenant, contractId: string | null, asked: string): Promise<Subject> {
  if (contractId === null) refuseNotFound('record', asked);
  const contract = (await findContract(tenant, contractId)) ?? refuseNotFound('contract', contractId);
  const subsidiary = await subsidiaryOrRoot(tenant, contract.subsidiaryId);
  return {
    contractId,
    subsidiaryId: contract.subsidiaryId,
    baseCurrency: subsidiary?.baseCurrency ?? contract.currencyCode,
  };
}

async function subjectOfSubsidiary(tenant: Tenant, { subsidiaryId }: Input): Promise<Subject> {
  const asked = typeof subsidiaryId === 'string' ? subsidiaryId : null;
  const { id, baseCurrency } =
    (await subsidiaryOrRoot(tenant, asked)) ?? refuseNotFound('subsidiary', asked ?? '');
  return { contractId: null, subsidiaryId: id, baseCurrency };
}

/** The names of the verbs that can be requested. */
export const APPROVABLE = [...VERBS.keys()] as [string, ...string[]];

const approvable = (name: string): Approvable =>
  VERBS.get(name) ?? refuse('NOT_FOUND', `There is no verb ${name}.`, { noun: 'verb', id: name });

/** The verb of a request. */
export const verbOf = (name: string): Verb => approvable(name).verb;

/** What a request concerns. Refuses NOT_FOUND. */
export const subjectOfRequest = (tenant: Tenant, name: string, input: Input): Promise<Subject> =>
  approvable(name).subjectOf(tenant, input);
