import { factsOfChains } from '@interline/adapters/chain-facts';
import {
  custodyOfFamilies,
  depositsOfFamilies,
  type OpenFamily,
  readerOfFamilies,
} from '@interline/adapters/custody';
import { outboundHttp } from '@interline/adapters/outbound-http';
import { type Composed, type Deployment, openKeys, parts } from '@interline/server';

type Families = Deployment['families'];

/**
 * Has the service read its chains beside EVM as `families` says. They are opened before any part is
 * bound, so a deployment that is rebound changes nothing about them; what was opened before touches
 * no chain.
 */
export async function rebindFamilies(
  inside: Composed['container'],
  families: Families,
): Promise<void> {
  const opened = await openedAgain(inside, families);
  inside
    .rebind(parts.custody)
    .toResolvedValue(
      (evm) =>
        custodyOfFamilies(
          evm,
          opened.map(({ custody }) => custody),
        ),
      [parts.evm],
    )
    .inSingletonScope();
  inside.rebind(parts.deposits).toConstantValue(depositsOfFamilies(opened));
  inside
    .rebind(parts.facts)
    .toConstantValue(factsOfChains(opened.flatMap(({ facts }) => facts ?? [])));
  inside
    .rebind(parts.chains)
    .toResolvedValue(
      (evm) =>
        readerOfFamilies(
          evm.chainReader,
          new Map(
            opened.flatMap(({ custody, reader }) =>
              custody.chains.map((chain) => [chain, reader] as const),
            ),
          ),
        ),
      [parts.evm],
    )
    .inSingletonScope();
}

async function openedAgain(
  inside: Composed['container'],
  families: Families,
): Promise<readonly OpenFamily[]> {
  const { keys } = inside.get(parts.deployment);
  const { secrets } = await openKeys(
    keys,
    families.map(({ family }) => family.id),
  );
  const http = outboundHttp();
  return families.map(({ family, settings }) => {
    const secret = secrets.get(family.id);
    if (secret === undefined) throw new Error(`the keys of ${family.id} were not opened`);
    return family.open(settings, {
      secret,
      bookedDeposits: (chain) => inside.get(parts.store).reads.transfers.bookedOutputs(chain),
      clock: inside.get(parts.clock),
      http,
      log: inside.get(parts.log),
    });
  });
}
