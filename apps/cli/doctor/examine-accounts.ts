import {
  type ChainRef,
  type Address,
  evmNodes,
  nativeAddress,
  permit2Address,
} from '@interline/kernel';
import { inTokens } from '../show/terminal.ts';
import { type Finding, reasonOf } from './finding.ts';
import { type Composed, type Deployment, parts } from '@interline/server';

/** Gas of about five pulls: below that an account is as good as empty. */
const leastGas = 500_000n;
/**
 * On every chain: whether our accounts can pay for gas, and whether the contracts that we rely on
 * stand there.
 */
export async function examineAccounts(
  { container }: Pick<Composed, 'container'>,
  { chains }: Pick<Deployment, 'chains'>,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const custody = container.get(parts.custody);
  const reader = container.get(parts.chains);
  const findings = await Promise.all(
    chains.map(async ({ chain, usesMulticalls }): Promise<readonly Finding[]> => {
      try {
        return [
          ...(await Promise.all([
            contract(chain, 'Permit2', permit2Address),
            ...(usesMulticalls
              ? [contract(chain, 'the batch executor', custody.batchExecutor)]
              : []),
          ])),
          ...(await gas(chain)),
        ];
      } catch (error) {
        return [{ part: 'accounts', ok: false, says: reasonOf(error) }];
      }
    }),
  );
  return findings.flat();

  async function contract(chain: ChainRef, name: string, address: Address): Promise<Finding> {
    const ok = await custody.hasCode(chain, address, signal);
    return {
      part: 'contract',
      ok,
      says: ok ? `${name} stands on ${chain}` : `${name} does not stand on ${chain} at ${address}`,
    };
  }

  async function gas(chain: ChainRef): Promise<readonly Finding[]> {
    const least = await reader.gasCost(chain, leastGas, signal);
    const readings = await custody.balances(
      chain,
      custody.roles(chain).map((role) => ({
        chain,
        account: custody.account(chain, role),
        token: nativeAddress,
      })),
      signal,
    );
    return readings.map(({ book, units }, index) => ({
      part: 'gas',
      ok: units >= least,
      says: `${custody.roles(chain)[index] ?? ''} ${book.account} holds ${inCoin(units, chain)} on ${chain}${units >= least ? '' : `; wanted at least ${inCoin(least, chain)}, the gas of five pulls`}`,
    }));
  }
}

/** Of an EVM chain; the others' accounts are looked at as floats. */
function inCoin(units: bigint, chain: ChainRef): string {
  const node = evmNodes.find((one) => one.chain === chain);
  return inTokens(units.toString(), 18, node?.nativeSymbol ?? 'coin');
}
