import { MintError, type MintFinding, takeTrial } from '@interline/client/passes';
import { privacyStore } from '../state/privacy.ts';
import { client } from '../state/service.ts';
import { askPrivately, lookIntoPurse, purse } from './lane.ts';
import { mintPins } from './pins.ts';

/** Everybody takes as many at once: another number would be a mark. */
export const batch = 20;

export type Taken =
  | {
      readonly kind: 'taken';
      readonly remainingToday: number | null;
      readonly findings: readonly MintFinding[];
    }
  /** The mint shows something that an honest one does not. Nothing was blinded. */
  | { readonly kind: 'refused'; readonly findings: readonly MintFinding[] };

/** Takes a batch for nothing, once what the mint shows was found sound. Throws what asking throws. */
export async function takePasses(): Promise<Taken> {
  const call = privacyStore.get().isPrivate ? askPrivately : client.call;
  try {
    const { passes, untilMs, remainingToday, mint } = await takeTrial({ call }, batch, {
      pins: mintPins,
    });
    await purse.put(passes.map((pass) => ({ ...pass, untilMs })));
    lookIntoPurse();
    return { kind: 'taken', remainingToday, findings: mint.findings };
  } catch (error) {
    if (error instanceof MintError) return { kind: 'refused', findings: error.findings };
    throw error;
  }
}
