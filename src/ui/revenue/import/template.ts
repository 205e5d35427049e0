/** A table to start from: one line of each common kind. The columns are those `POST /revenue/events/import` takes. */
export const TEMPLATE: readonly (readonly string[])[] = [
  ['contract', 'kind', 'key', 'date', 'amount', 'quantity', 'progress', 'milestone', 'reference'],
  ['REV-00001', 'usage', 'api-calls', '2026-01-31', '1250.00', '', '', '', 'usage-2026-01'],
  ['REV-00001', 'delivery', 'gateways', '2026-01-15', '', '10', '', '', 'shipment-118'],
  ['REV-00001', 'progress', 'rollout', '2026-01-31', '', '', '0.4', '', ''],
  ['REV-00001', 'milestone', 'build', '2026-01-20', '', '', '', 'design accepted', ''],
];
