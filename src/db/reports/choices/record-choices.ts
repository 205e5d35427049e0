import type { Tenant } from '../../tenancy';
import { type Asked, type Offer, type Offered, offeredRecords } from './offered';

export const CHOICE_KINDS = ['ITEM', 'PROJECT', 'WAREHOUSE'] as const;
export type ChoiceKind = (typeof CHOICE_KINDS)[number];

/** A record that a form offers or shows. */
export interface RecordChoice {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  /** For an item: goods, service, subscription or usage. */
  readonly type: string | null;
  readonly isActive: boolean;
}

const OFFERS: Readonly<Record<ChoiceKind, Pick<Offer, 'noun' | 'from'>>> = {
  ITEM: {
    noun: 'item',
    from: 'select id, code, name, item_type as type, record_status from items where organization_id = $1::uuid',
  },
  PROJECT: {
    noun: 'project',
    from: 'select id, code, name, null as type, record_status from projects where organization_id = $1::uuid',
  },
  WAREHOUSE: {
    noun: null,
    from: 'select id, code, name, null as type, record_status from warehouses where organization_id = $1::uuid',
  },
};

/** Records of one kind by code, those that typed text means, or some by id. */
export function readRecordChoices(
  tenant: Tenant,
  kind: ChoiceKind,
  asked: Asked,
): Promise<Offered<RecordChoice>> {
  const columns = `r.id, r.code, r.name, r.type, r.record_status = 'active' as "isActive"`;
  const offer = { ...OFFERS[kind], columns, order: 'r.code, r.id' };
  return offeredRecords<RecordChoice>(tenant, offer, asked);
}
