import type { z } from 'zod';

interface Families {
  readonly families: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly keys:
    { readonly keystore: string } | { readonly families: Readonly<Record<string, unknown>> };
  readonly bitcoinNetwork: string;
  readonly deposits: {
    readonly lockSec: number;
    readonly expiresSec: number;
    readonly unpaidPerClient: number;
    readonly unpaidInAll: number;
  };
}

/** A family needs its key, and one network of Bitcoin is the deployment's. */
export function checkFamilies(
  { families, keys, bitcoinNetwork }: Omit<Families, 'deposits'>,
  context: z.RefinementCtx,
): void {
  for (const id of Object.keys(families))
    if ('families' in keys && keys.families[id] === undefined)
      context.addIssue({
        code: 'custom',
        path: ['keys', 'families', id],
        message: `${id} holds money, and its key is missing; wanted where the secret of 64 hex digits is, { env: NAME } or { file: PATH }`,
      });
  const { bitcoin } = families;
  const said = bitcoin?.['network'];
  const network = typeof said === 'string' ? said : 'mainnet';
  if (bitcoin !== undefined && network !== bitcoinNetwork)
    context.addIssue({
      code: 'custom',
      path: ['families', 'bitcoin', 'network'],
      message: `the float would be on ${network}, and addresses are taken of bitcoinNetwork, ${bitcoinNetwork}; give both the same`,
    });
}

/** A bound of one caller, or of the price, is within the one it belongs to. */
export function checkDeposits(
  { lockSec, expiresSec, unpaidPerClient, unpaidInAll }: Families['deposits'],
  context: z.RefinementCtx,
): void {
  const refuse = (field: string, message: string): void => {
    context.addIssue({ code: 'custom', path: [field], message });
  };
  if (lockSec > expiresSec)
    refuse(
      'lockSec',
      `a price held for ${lockSec} s outlasts the deposit, which expires after ${expiresSec} s`,
    );
  if (unpaidPerClient > unpaidInAll)
    refuse(
      'unpaidPerClient',
      `one client may have ${unpaidPerClient}, and all together ${unpaidInAll}`,
    );
}
