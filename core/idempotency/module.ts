import { defineModule } from '@interline/kernel';
import type { Clock } from '@interline/ports';
import { answerOnce } from './answer-once.ts';
import type { IdempotencyStore } from './repository.ts';

export interface Ports {
  readonly store: IdempotencyStore;
  readonly clock: Clock;
}

export const idempotency = defineModule({
  needs: ['store', 'clock'],
  create: (ports: Ports) => ({ answerOnce: answerOnce(ports) }),
});
