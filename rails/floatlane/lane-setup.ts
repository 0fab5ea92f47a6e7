import { type Inventory, inventoryOf, type RailContext } from '@interline/plugins';
import { type LaneRates, laneRates } from './lane-rates.ts';
import type { FloatlaneSettings } from './settings.ts';

/** What the lane works with, fixed for its lifetime. */
export interface LaneSetup {
  readonly context: RailContext;
  readonly inventory: Inventory;
  readonly settings: FloatlaneSettings;
  readonly rates: LaneRates;
}

export function laneSetup(context: RailContext, settings: FloatlaneSettings): LaneSetup {
  return {
    context,
    inventory: inventoryOf(context),
    settings,
    rates: laneRates(settings, context.standardFeeBps),
  };
}
