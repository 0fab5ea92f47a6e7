import { chainToWire, type TokenList } from '@interline/kernel';
import {
  accountsWithoutCoin,
  type AccountWithoutCoin,
  coinAdvice,
  type CoinPorts,
} from '../accounts-without-coin.ts';
import { type DeskEntry, type DeskSource, partOf } from './desk-entry.ts';

type Ports = CoinPorts & { readonly tokens: Pick<TokenList, 'on'> };

/** Accounts that cannot pay for gas, with the routes that wait for it. */
export function emptyAccounts(ports: Ports, signal: AbortSignal): DeskSource {
  return async (limit) =>
    partOf(
      (await accountsWithoutCoin(ports, signal)).map((one) => emptyEntry(ports, one)),
      limit,
    );
}

const namedAtMost = 20;

function emptyEntry({ tokens }: Ports, one: AccountWithoutCoin): DeskEntry {
  const { chain, role, account, free, needed, waiting } = one;
  const on = chainToWire(chain);
  return {
    kind: 'gas',
    subject: `the ${role} on ${on}`,
    state: 'has no coin for gas',
    sinceMs: waiting[0]?.updatedAtMs ?? null,
    shows: {
      address: account,
      free: free.toString(),
      needed: needed?.toString() ?? null,
      waiting: waiting.slice(0, namedAtMost).map(({ id }) => id),
    },
    whatToDo: `${coinAdvice(one, tokens)}.`,
    commands: [`interline float status --chain ${on}`, `interline account show ${on} ${role}`],
  };
}
