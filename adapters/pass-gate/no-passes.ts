import type { PassGate } from '@interline/ports';

/** For a deployment without passes: every client waits for the limit. */
export const noPasses: PassGate = {
  isOpen: false,
  spend: async () => false,
};
