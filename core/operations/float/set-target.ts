import {
  type ChainRef,
  chainToWire,
  inTokens,
  isNative,
  RelayError,
  type TokenList,
  type TokenRef,
  type Units,
} from '@interline/kernel';
import type { FloatTargets, KnownTarget } from '../../transactions/index.ts';
import { operatorAction } from '../operator-action.ts';

interface Ports {
  readonly tokens: Pick<TokenList, 'resolve'>;
  readonly targets: FloatTargets;
}

export interface TargetOrder {
  readonly chain: ChainRef;
  /** Symbol or address. */
  readonly token: string;
  /** Null resets to the config's target. */
  readonly units: Units | null;
}

/**
 * Changes the float's target for a token, on all instances within a second, until it is reset to
 * the config's figure. Moves nothing. Throws `UNROUTABLE_LANE` for an unknown token, `BAD_REQUEST`
 * for a coin, and `WRONG_STATE` if there is no order to reset.
 */
export function setFloatTarget({ tokens, targets }: Ports) {
  return operatorAction({
    name: 'float-target',
    targetOf: ({ chain, token }: TargetOrder) => `float of ${token} on ${chainToWire(chain)}`,
    async plan({ chain, token, units }) {
      const listed = floated(tokens.resolve(chain, token, 'token'));
      await targets.refresh();
      const before = targets.of(listed);
      if (units === null && before?.from !== 'order')
        throw new RelayError(
          'WRONG_STATE',
          { field: 'reset' },
          `no order sets the target of ${listed.symbol} on ${chain}; ${before === null ? 'the config has none either' : `the config's ${before.units} holds`}`,
        );
      return {
        listed,
        units,
        before: shown(before),
        after:
          units === null
            ? { from: 'config' }
            : { ...shown({ units, from: 'order' }), amount: inTokens(units, listed) },
      };
    },
    perform: {
      in: 'one-unit',
      async run(tx, { listed, units }, { by, atMs }) {
        const { chain, address } = listed;
        if (units === null) await tx.transactions.removeFloatTarget(chain, address);
        else
          await tx.transactions.putFloatTarget({ chain, token: address, units, by, sinceMs: atMs });
        targets.forget();
        return { result: null };
      },
    },
  });
}

/** Throws `BAD_REQUEST` for a coin: floats are of tokens only. */
export function floated(token: TokenRef): TokenRef {
  if (!isNative(token)) return token;
  throw new RelayError(
    'BAD_REQUEST',
    { field: 'token' },
    `${token.symbol} is the coin of ${token.chain}, which pays gas; name a token of the float`,
  );
}

function shown(target: KnownTarget | null) {
  return target === null ? {} : { target: target.units.toString(), from: target.from };
}
