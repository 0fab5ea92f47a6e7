import { randomBytes } from 'node:crypto';
import type { Entropy } from '@interline/ports';

export const systemEntropy: Entropy = { hex: (bytes) => randomBytes(bytes).toString('hex') };
