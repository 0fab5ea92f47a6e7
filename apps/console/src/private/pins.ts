import type { MintPin, MintPins } from '@interline/client/passes';
import type { LanePin, LanePins } from '@interline/client/private';
import { keptAs } from '../state/service.ts';

const [mintKey, laneKey] = [keptAs('mint'), keptAs('lane')];

/** What this browser saw of the mint's log, and of that of the lane's keys: what they show must go on from it. */
export const mintPins: MintPins = pinsAt<MintPin>(mintKey);
export const lanePins: LanePins = pinsAt<LanePin>(laneKey);

export function forgetPins(): void {
  for (const key of [mintKey, laneKey]) localStorage.removeItem(key);
}

/** Where nothing can be kept, each look is the first one. */
function pinsAt<Pin extends object>(key: string) {
  return {
    async read(): Promise<Pin | null> {
      try {
        return JSON.parse(localStorage.getItem(key) ?? 'null') as Pin | null; // CAST: written by `write`, below.
      } catch {
        return null;
      }
    },
    async write(pin: Pin): Promise<void> {
      try {
        localStorage.setItem(key, JSON.stringify(pin));
      } catch {
        // A browser that keeps nothing says so by throwing.
      }
    },
  };
}
