import type { RouterOutputs } from '@/surfaces/trpc/react';
import { Pill } from '@/ui/kit/figures/pill';

type Order = RouterOutputs['orderSources']['order'];

const WORDS = { MADE: 'Taken in', WAITING: 'Waits', NOTHING: 'Nothing to revenue' } as const;
const TONES = { MADE: 'positive', WAITING: 'caution', NOTHING: 'faint' } as const;

/** Whether an order is in the books, waits for a person, or does not concern revenue. */
export function OrderState({ order }: { readonly order: Pick<Order, 'orderState'> }) {
  return <Pill tone={TONES[order.orderState]}>{WORDS[order.orderState]}</Pill>;
}
