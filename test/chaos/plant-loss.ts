import { judgedBooks } from './judged-books.ts';
import type { Accounts } from './process-messages.ts';
import type { RunChain } from './run-chain.ts';
import type { RunScene } from './run-scene.ts';
import type { Violation } from './violation.ts';

/**
 * Takes units out of the float behind the service's back, without a transaction, and has it compare
 * its books with the chain: it must find that loss, to the unit, and no other.
 */
export async function plantLoss(
  { service, chains }: Pick<RunScene, 'service' | 'chains'>,
  units: bigint,
): Promise<readonly Violation[]> {
  const chain = chains[Number(units % BigInt(chains.length))];
  if (chain === undefined) throw new RangeError('a run has chains');
  await chain.lose(service.accounts.float, units);
  const { deficits } = await service.ask(judgedBooks);
  const found = deficits.map(
    (one) => `${one.units} of ${one.token} at ${one.account} on ${one.chain}`,
  );
  const wanted = wordsOf(chain, service.accounts, units);
  return found.length === 1 && found[0] === wanted
    ? []
    : [
        {
          kind: 'unbalanced',
          what: `the books were to find ${wanted} missing, and found ${found.join(' and ') || 'nothing'}`,
        },
      ];
}

function wordsOf({ ref, usdc }: RunChain, { float }: Accounts, units: bigint): string {
  return `${units} of ${usdc} at ${float} on ${ref}`;
}
