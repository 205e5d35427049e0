import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SURFACES = ['a', 'b', 'c', 'd'].map((letter) => `src/surfaces/${letter}`);
/** What surface D puts around every answer (7.4): data, or a page of it. */
const ENVELOPE = 'src/surfaces/d/fields/answers.ts';
const files = SURFACES.flatMap((surface) =>
  readdirSync(surface, { recursive: true }).map((name) => path.posix.join(surface, String(name))),
)
  .filter((name) => name.endsWith('.ts') && name !== ENVELOPE)
  .map((name) => ({ name, text: readFileSync(name, 'utf8') }));

/** An object schema and what it is for: the name it is given, or the part of a route. */
const objectsIn = (text: string) =>
  [...text.matchAll(/(?:(\w+)(?: =|:)\s*)?z\.(?:loose|strict)?[oO]bject\(([^;]*?)\)[,;\s]/g)].map(
    ([whole, place = '', fields = '']) => ({ whole: whole.slice(0, 90), place, fields }),
  );

/** Requests: what a caller sends is described where it is read. */
const SENT = /^(?:none|byId|params|query|body|\w*Body|optional|page|filters)$/;

test('every answer of surfaces A to D is described by a shape: no field of an answer is listed by hand', () => {
  expect(files.length).toBeGreaterThan(70);
  const byHand = files.flatMap(({ name, text }) =>
    objectsIn(text)
      .filter(
        ({ place, fields }) =>
          place === 'schema' && !/^\{ \w+: (?:z\.array\()?\w+\.schema\)? \}$/.test(fields),
      )
      .map(({ whole }) => ({ name, whole })),
  );
  expect(byHand).toEqual([]);
});

test('the objects in the fields of surfaces A to D are shapes', () => {
  const byHand = files
    .filter(({ name }) => name.includes('/fields/'))
    .flatMap(({ name, text }) =>
      objectsIn(text)
        .filter(({ place }) => !SENT.test(place))
        .map(({ whole }) => ({ name, whole })),
    );
  expect(byHand).toEqual([]);
});
