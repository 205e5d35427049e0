/** The latest documents with a customer, vendor or employee. */
export function documentsQuestion(entityId: string) {
  return { entityId, page: 1, limit: 15, isBounded: true };
}
