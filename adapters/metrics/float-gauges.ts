import type { FloatLevels } from '@interline/core/operations';
import { Gauge } from 'prom-client';
import { inWhole } from './gauges.ts';
import type { Meters } from './meters.ts';

/** Gauges over floats and gas against what they should be, read from the store when scraped. */
export function watchLevels(
  { registry }: Pick<Meters, 'registry'>,
  readLevels: () => Promise<FloatLevels>,
): void {
  let reading: Promise<FloatLevels> | null = null;
  // A scrape collects all gauges at once: they share one reading.
  const levels = (): Promise<FloatLevels> => {
    reading ??= readLevels().finally(() => {
      reading = null;
    });
    return reading;
  };
  const registers = [registry];
  new Gauge({
    name: 'interline_float_target_tokens',
    help: 'What the float is to hold, in whole tokens: by the config, or by an order over it.',
    labelNames: ['chain', 'token'],
    registers,
    async collect() {
      this.reset();
      for (const { token, target } of (await levels()).floats)
        if (target !== null)
          this.inc(
            { chain: token.chain, token: token.symbol },
            inWhole(target.units, token.decimals),
          );
    },
  });
  new Gauge({
    name: 'interline_float_alarm',
    help: '1 where the free float is below or above the bounds of the config.',
    labelNames: ['chain', 'token', 'side'],
    registers,
    async collect() {
      this.reset();
      for (const { token, alarm } of (await levels()).floats)
        for (const side of ['below', 'above'] as const)
          this.inc({ chain: token.chain, token: token.symbol, side }, alarm === side ? 1 : 0);
    },
  });
  new Gauge({
    name: 'interline_gas_alarm',
    help: '1 where the free coin of an account is below the bound of the config.',
    labelNames: ['chain', 'account'],
    registers,
    async collect() {
      this.reset();
      for (const { chain, role, alarm } of (await levels()).gas)
        this.set({ chain, account: role }, alarm === null ? 0 : 1);
    },
  });
}
