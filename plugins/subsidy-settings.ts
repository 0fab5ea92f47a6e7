import { standardSubsidy } from '@interline/kernel';
import { z } from 'zod';

/** Millionths of a dollar, as digits: money is never a JSON number. */
export const microUsdSetting = z
  .string()
  .regex(
    /^(0|[1-9][0-9]{0,17})$/,
    'wants millionths of a dollar in a string of digits, such as "10000"',
  )
  .transform(BigInt);

/**
 * The settings for a rail that pays gas upfront beyond its charge, on the chains where it pays that
 * gas. `at0` describes the meaning of 0 there.
 */
export function subsidySettings(where: 'destination' | 'source', at0 = '') {
  const after = at0 === '' ? '' : ` ${at0}`;
  return {
    subsidisedChains: z
      .enum(['low-cost', 'all'])
      .default('low-cost')
      .describe(`On which ${where} chains gas is subsidised.`),
    maxSubsidyPerTransferMicroUsd: microUsdSetting
      .prefault(standardSubsidy.perTransferMicroUsd.toString())
      .describe(
        `Most that gas may be worth above the whole charge of one transfer, in millionths of a dollar.${after}`,
      ),
    dailySubsidyMicroUsd: microUsdSetting
      .prefault(standardSubsidy.perDayMicroUsd.toString())
      .describe(
        `The same of all transfers on one of these chains in a day, in millionths of a dollar.${after}`,
      ),
  };
}
