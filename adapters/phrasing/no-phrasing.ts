import type { Phrasing } from '@interline/ports';

export const noPhrasing: Phrasing = { phrase: async () => null };
