import type { FloatAlarm, FloatPolicy } from '@interline/core/operations';
import { asUnits, evmChain, TokenList, type TokenRef, type Units } from '@interline/kernel';
import type { Config } from './config/config-schema.ts';

/**
 * Targets and alarms of floats and gas by chain, with tokens by their addresses. Throws
 * `UNROUTABLE_LANE` where a devnet has no such token; other configs are checked as they are read.
 */
export function floatPolicyOf(
  { float }: Pick<Config, 'float'>,
  tokens: readonly TokenRef[],
): { readonly floatTargets: ReadonlyMap<string, Units>; readonly float: FloatPolicy } {
  const list = new TokenList(tokens);
  const floatTargets = new Map<string, Units>();
  const alarms = new Map<string, FloatAlarm>();
  for (const [index, one] of float.targets.entries()) {
    const field = `float.targets.${index}.token`;
    const { chain, address } = list.resolve(evmChain(one.chainId), one.token, field);
    const key = `${chain}/${address}`;
    floatTargets.set(key, asUnits(BigInt(one.units)));
    alarms.set(key, { belowPct: one.alarmBelowPct, abovePct: one.alarmAbovePct ?? null });
  }
  const gasBelow = new Map(
    float.gas.map((one) => [evmChain(one.chainId), asUnits(BigInt(one.alarmBelowWei))] as const),
  );
  return {
    floatTargets,
    float: { alarms, gasBelow, maxRebalanceCostBps: float.maxRebalanceCostBps },
  };
}
