import { z } from 'zod';
import { CODED_KINDS } from '@/core/other-ledgers/formats';
import { type Issue, refuse } from '@/core/refusals';
import {
  type CodedRecord,
  lockOtherLedger,
  readCodes,
  writeCodes,
} from '@/db/stores/structure/other-ledgers';
import { expectVersion, refuseNotFound } from '../kit/crud';
import { type Context, defineUseCase } from '../kit/define';
import { anId, codeText } from '../kit/fields';

/** The most codes set at once. */
const MOST = 10_000;

/** What the other ledger calls our accounts, dimensions and subsidiaries. */
export const listLedgerCodes = defineUseCase({
  name: 'otherLedgers.codes',
  permission: 'gl.setup.read',
  mode: 'report',
  input: z.object({ ledgerId: anId }),
  run: ({ tenant }, { ledgerId }): Promise<CodedRecord[]> => readCodes(tenant, ledgerId, CODED_KINDS),
});

/** Codes as a caller sends them. */
export const ledgerCodesBody = z.object({
  codes: z
    .array(
      z.object({
        kind: z.enum(CODED_KINDS),
        recordId: anId.optional(),
        /** Our own code, instead of the id. */
        ownCode: codeText.optional(),
        code: codeText.nullable(),
      }),
    )
    .min(1)
    .max(MOST),
});

/**
 * Sets the other ledger's codes of records, found by id or by our own code; null removes a code. Refuses INVALID_INPUT for a record that
 * does not exist and for one named twice.
 */
export const setLedgerCodes = defineUseCase({
  name: 'otherLedgers.setCodes',
  permission: 'gl.setup.write',
  mode: 'sql',
  input: ledgerCodesBody.extend({ ledgerId: anId }),
  async run(context, { ledgerId, codes }): Promise<CodedRecord[]> {
    const { tenant } = context;
    const known = await demandCodes(context, ledgerId);
    const byId = new Map(known.map((one) => [`${one.kind}/${one.recordId}`, one]));
    const byCode = new Map(known.map((one) => [`${one.kind}/${one.ownCode.toLowerCase()}`, one]));
    const issues: Issue[] = [];
    const seen = new Set<string>();
    const found = codes.flatMap((given, index) => {
      const record =
        given.recordId === undefined
          ? byCode.get(`${given.kind}/${(given.ownCode ?? '').toLowerCase()}`)
          : byId.get(`${given.kind}/${given.recordId}`);
      const name = record && `${record.kind}/${record.recordId}`;
      const message =
        record === undefined ? 'does not match a record' : seen.has(name ?? '') ? 'appears twice' : null;
      if (message !== null) issues.push({ path: ['codes', String(index)], message });
      if (record === undefined || name === undefined) return [];
      seen.add(name);
      return [{ record, code: given.code?.trim() ?? null }];
    });
    if (issues.length > 0)
      refuse('INVALID_INPUT', 'Some codes do not match a record, or appear twice.', { issues });
    const changed = found.filter(({ record, code }) => record.code !== code);
    await writeCodes(
      tenant,
      ledgerId,
      changed.map(({ record: { kind, recordId }, code }) => ({ kind, recordId, code })),
    );
    if (changed.length > 0) {
      const reported = (of: (one: (typeof changed)[number]) => string | null) =>
        Object.fromEntries(changed.map((one) => [`${one.record.kind} ${one.record.ownCode}`, of(one)]));
      context.record({
        noun: 'other ledger',
        recordId: ledgerId,
        before: reported(({ record }) => record.code),
        after: reported(({ code }) => code),
      });
    }
    return readCodes(tenant, ledgerId, CODED_KINDS);
  },
});

/** Uses our own codes for records of these kinds that have none yet: for a ledger with the same chart. */
export const takeOwnCodes = defineUseCase({
  name: 'otherLedgers.takeOwnCodes',
  permission: 'gl.setup.write',
  mode: 'sql',
  input: z.object({
    ledgerId: anId,
    kinds: z
      .array(z.enum(CODED_KINDS))
      .min(1)
      .default([...CODED_KINDS]),
  }),
  async run(context, { ledgerId, kinds }): Promise<CodedRecord[]> {
    const known = await demandCodes(context, ledgerId);
    const without = known.filter(({ kind, code }) => code === null && kinds.includes(kind));
    if (without.length === 0) return known;
    const codes = without.map(({ kind, recordId, ownCode }) => ({ kind, recordId, code: ownCode }));
    return setLedgerCodes.run(context, { ledgerId, codes });
  },
});

async function demandCodes(context: Context, ledgerId: string): Promise<CodedRecord[]> {
  const { tenant } = context;
  expectVersion(
    context,
    (await lockOtherLedger(tenant, ledgerId)) ?? refuseNotFound('other ledger', ledgerId),
  );
  return readCodes(tenant, ledgerId, CODED_KINDS);
}
