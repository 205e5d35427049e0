import type { WantedCustomer } from '@/core/orders/wanted-order';
import { recordsNamed } from '@/db/stores/records-by-name';
import { customersByKey, type OrderCustomer } from '@/db/stores/sales/source-customers';
import { newId } from '@/lib/ids';
import type { Context } from '../kit/define';
import type { OrderWork } from './apply-order';
import { type KnownCustomers, newCustomer } from './find-customer';

/** The customer of an order that can be made in a set. */
export interface OrderPlace {
  readonly key: string;
  readonly customerId: string;
  /** To be added with the first order that is made; null: there already. */
  readonly customer: OrderCustomer | null;
  /** Whether the source's id for it is kept. */
  isKept(): boolean;
  keep(): void;
}

/** The customers of the orders of a portion: of those that can be made in a set, in their order (null: alone), and all that are known. */
export interface OrderPlaces {
  readonly of: readonly (OrderPlace | null)[];
  readonly known: KnownCustomers;
}

interface Asked {
  readonly work: OrderWork;
  readonly isDraft: boolean;
}

/**
 * Finds the customers of a portion's orders as `customerOfOrder` finds that of one, with two statements: by the source's id, else by number
 * or name, else new. Left to be found alone are orders that name several customers, that tell otherwise of a new one than an earlier order,
 * or whose customer an order before them may make that is made alone; and all new ones of a caller who may not make customers.
 */
export async function matchCustomers(context: Context, orders: readonly Asked[]): Promise<OrderPlaces> {
  const [first] = orders;
  if (first === undefined) return { of: [], known: new Map() };
  const wanted = orders.map(({ work }) => work.wanted.customer);
  const keys = [...new Set(wanted.map(({ key }) => key))];
  const known: KnownCustomers = await customersByKey(context.tenant, first.work.source.id, keys);
  const unknown = wanted.filter(({ key }) => !known.has(key));
  const texts = [...new Set(unknown.flatMap(({ key, name }) => [key, name]))];
  const named: ReadonlyMap<string, readonly string[]> =
    texts.length === 0 ? new Map() : await recordsNamed(context.tenant, 'customers', texts);
  const mayAdd = context.principal.permissions.has('crm.customer.write');
  const fresh = new Map<string, { readonly place: OrderPlace; readonly reported: string }>();
  /** Numbers and names of customers that this portion may add. */
  const taken = new Set<string>();
  const of = orders.map(({ work, isDraft }): OrderPlace | null => {
    const { customer, contract } = work.wanted;
    const currencyCode = contract?.currencyCode ?? '';
    const id = known.get(customer.key);
    if (id !== undefined) return isDraft ? place(customer.key, id, null, true) : null;
    const reported = JSON.stringify([customer.name, customer.email, currencyCode]);
    const before = fresh.get(customer.key);
    if (before !== undefined && isDraft && before.reported === reported) return before.place;
    const found = named.get(customer.key) ?? named.get(customer.name) ?? [];
    const [one] = found;
    const isFree = namesOf(customer).every((text) => !taken.has(text));
    if (found.length === 0) for (const text of namesOf(customer)) taken.add(text);
    if (!isDraft || found.length > 1 || (one === undefined && !(isFree && mayAdd))) return null;
    const customerId = one ?? newId();
    const added = one === undefined ? newCustomer(customerId, customer, currencyCode) : null;
    const own = place(customer.key, customerId, added, false);
    fresh.set(customer.key, { place: own, reported });
    return own;
  });
  return { of, known };
}

const namesOf = ({ key, name }: WantedCustomer): string[] => [key.toLowerCase(), name.toLowerCase()];

function place(
  key: string,
  customerId: string,
  customer: OrderCustomer | null,
  wasKept: boolean,
): OrderPlace {
  let isKept = wasKept;
  return {
    ...{ key, customerId, customer },
    isKept: () => isKept,
    keep: () => {
      isKept = true;
    },
  };
}
