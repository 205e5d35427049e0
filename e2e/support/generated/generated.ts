import type { DoorRoute } from '../doors';
import type { Reply } from '../in-process';
import { type IdFor, isIdSchema, type JsonSchema, sampleOf, schemaOf } from '../sample';

/** An id that no record has. */
export const UNKNOWN = '01940000-0000-7000-8000-00000000dead';
/** Another one. */
export const OTHER = '01940000-0000-7000-8000-00000000beef';

/** A route's path with one id in place of every parameter. */
export const pathWith = (route: DoorRoute, id: string): string => route.path.replaceAll(/\{\w+\}/g, id);

/** A body with every field of the route; undefined for a route that takes none. */
export const bodyOf = (route: DoorRoute, idFor: IdFor): string | undefined =>
  route.body === null ? undefined : JSON.stringify(sampleOf(schemaOf(route.body), idFor));

/** What a route declares: its name, path, parameters and fields. */
export const textOf = (route: DoorRoute): string =>
  `${route.operation} ${route.path} ${JSON.stringify(schemaOf(route.query))} ${bodyOf(route, () => UNKNOWN) ?? ''}`;

/** Whether a schema's fields name a record anywhere. */
export const takesIds = (route: DoorRoute): boolean =>
  bodyOf(route, () => UNKNOWN) !== bodyOf(route, () => OTHER);

/** The fields of an object that take an id. */
export function idFieldsOf(schema: JsonSchema): string[] {
  return Object.entries(schema.properties ?? {})
    .filter(([name, inner]) => isIdSchema(inner) || /(_id|Id)$/.test(name))
    .map(([name]) => name);
}

/** For each field of a route that takes an id: the required fields and that one. */
export function bodiesByIdField(
  route: DoorRoute,
): { readonly field: string; readonly bodyWith: (id: string) => string }[] {
  if (route.body === null) return [];
  const schema = schemaOf(route.body);
  const needed = Object.fromEntries(
    Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name) === true),
  );
  return idFieldsOf(schema).map((field) => ({
    field,
    bodyWith: (id) =>
      JSON.stringify({
        ...(sampleOf({ type: 'object', properties: needed }, () => id) as object),
        [field]: id,
      }),
  }));
}

/** An answer without its variable parts: ids, times, numbers. */
export function shapeOf(reply: Reply): string {
  const text = reply.text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<moment>')
    .replaceAll(/[A-Z]+-(\d{4}-)?\d{5,}/g, '<number>');
  return `${reply.status} ${text}`;
}
