import { refuse } from '@/core/refusals';
import { findCost } from '@/db/revenue/costs';
import { contractOfEvent } from '@/db/revenue/events';
import type { Tenant } from '@/db/tenancy';
import { refuseNotFound } from '../../kit/crud';
import type { UseCase } from '../../kit/define';
import { activateContract } from '../contracts/activate-contract';
import { applyModification } from '../contracts/apply-modification';
import { createCost, impairCost, reviseCostTerm } from '../contracts/cost-records';
import { decideTreatment } from '../contracts/decide-treatment';
import { terminateContract } from '../contracts/terminate-contract';
import { recordEvent } from '../events/record-event';
import { replaceFact } from '../events/replace-fact';
import { voidFact } from '../events/void-fact';

type Verb = UseCase<never, unknown>;
type ContractOf = (tenant: Tenant, input: Readonly<Record<string, unknown>>) => Promise<string | null>;

const byId: ContractOf = async (_tenant, { id }) => String(id);
const byFact: ContractOf = (tenant, { id }) => contractOfEvent(tenant, String(id));

const ofCostInput: ContractOf = async (_tenant, { contractId }) => String(contractId);
const byCost: ContractOf = async (tenant, { id }) => (await findCost(tenant, String(id)))?.contractId ?? null;

const KNOWN: readonly (readonly [verb: { readonly name: string }, contractOf: ContractOf])[] = [
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

/** The verbs that change a contract in one step and are prepared as a request: each with the contract its input concerns. */
const VERBS = new Map(
  KNOWN.map(([verb, contractOf]) => [verb.name, { verb: verb as unknown as Verb, contractOf }]),
);

/** The names of the verbs that can be requested. */
export const APPROVABLE = [...VERBS.keys()] as [string, ...string[]];

/** The verb of a request. */
export function verbOf(name: string): Verb {
  return (
    VERBS.get(name)?.verb ?? refuse('NOT_FOUND', `There is no verb ${name}.`, { noun: 'verb', id: name })
  );
}

/** The contract a request concerns. Refuses NOT_FOUND. */
export async function contractOfRequest(
  tenant: Tenant,
  name: string,
  input: Readonly<Record<string, unknown>>,
): Promise<string> {
  return (await VERBS.get(name)?.contractOf(tenant, input)) ?? refuseNotFound('record', String(input.id));
}
