import { describe, expect, test } from 'vitest';
import {
  initialStatus,
  mayMove,
  moveStatus,
  TRANSACTION_STATUSES,
  TRANSACTION_VERBS,
  type TransactionStatus,
  type TransactionVerb,
} from './status';

const DOCUMENT = { id: 'document', glTransactionId: 'entry' };

/**
 * The whole state machine, written by hand from decisions.md: a cell is the next status, `·` INVALID_STATUS_TRANSITION,
 * `!` ALREADY_POSTED.
 */
const TABLE = `
from             submit           approve  reject edit  delete  cancel    post   reverse  pay  unpay  close
DRAFT            PENDING_APPROVAL APPROVED ·      DRAFT DELETED CANCELLED ·      ·        ·    ·      ·
PENDING_APPROVAL ·                APPROVED DRAFT  ·     ·       CANCELLED ·      ·        ·    ·      ·
APPROVED         ·                ·        ·      ·     ·       CANCELLED POSTED ·        ·    ·      ·
POSTED           ·                ·        ·      ·     ·       ·         !      REVERSED PAID ·      CLOSED
PAID             ·                ·        ·      ·     ·       ·         !      ·        ·    POSTED CLOSED
CLOSED           ·                ·        ·      ·     ·       ·         !      ·        ·    ·      ·
CANCELLED        ·                ·        ·      ·     ·       ·         ·      ·        ·    ·      ·
REVERSED         ·                ·        ·      ·     ·       ·         ·      ·        ·    ·      ·
`;

const [header, ...rows] = TABLE.trim()
  .split('\n')
  .map((row) => row.trim().split(/\s+/));
const cells = rows.flatMap(([from, ...answers]) =>
  answers.map((answer, index): [TransactionStatus, TransactionVerb, string] => [
    from as TransactionStatus,
    header?.[index + 1] as TransactionVerb,
    answer,
  ]),
);

describe('3.4 status machine', () => {
  test('the table covers every status and every verb', () => {
    expect(rows.map(([from]) => from)).toEqual([...TRANSACTION_STATUSES]);
    expect(new Set(header?.slice(1))).toEqual(new Set(TRANSACTION_VERBS));
  });

  test.each(cells)('%s, %s: %s', (from, verb, answer) => {
    const outcome = moveStatus(from, verb, DOCUMENT);
    expect(mayMove(from, verb)).toBe(outcome.ok);
    if (answer === '!') {
      expect(outcome).toMatchObject({
        refusal: { code: 'ALREADY_POSTED', data: { id: 'document', status: from, glTransactionId: 'entry' } },
      });
    } else if (answer === '·') {
      expect(outcome).toMatchObject({ refusal: { code: 'INVALID_STATUS_TRANSITION', data: { from } } });
    } else {
      expect(outcome).toEqual({ ok: true, value: answer });
    }
  });
});

describe('statuses accepted on create', () => {
  test('an omitted status is DRAFT', () => {
    expect(initialStatus(null, false)).toEqual({ ok: true, value: 'DRAFT' });
  });

  test.each(['DRAFT', 'PENDING_APPROVAL'])('%s is accepted from anyone', (status) => {
    expect(initialStatus(status, false)).toEqual({ ok: true, value: status });
  });

  test('APPROVED is accepted only from a caller who may approve', () => {
    expect(initialStatus('APPROVED', true)).toEqual({ ok: true, value: 'APPROVED' });
    expect(initialStatus('APPROVED', false)).toMatchObject({ refusal: { code: 'FORBIDDEN' } });
  });

  test.each(['POSTED', 'PAID', 'CLOSED', 'CANCELLED', 'REVERSED', 'draft', 'NONSENSE'])(
    '%s is never accepted',
    (status) => {
      expect(initialStatus(status, true)).toMatchObject({
        refusal: { code: 'INVALID_STATUS_TRANSITION', data: { from: 'NEW', to: status } },
      });
    },
  );
});
