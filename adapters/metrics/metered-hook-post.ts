import type { HookPost } from '@interline/core/webhooks';
import type { Meters } from './meters.ts';
import { secondsSince } from './seconds-since.ts';

/** Times tries by what came of them: the status's class, as `2xx`, or why there was none. */
export function meteredHookPost(
  hookPost: HookPost,
  { hookTries }: Pick<Meters, 'hookTries'>,
): HookPost {
  return {
    judge: (url) => hookPost.judge(url),
    async post(message, signal) {
      const startedAt = performance.now();
      const answer = await hookPost.post(message, signal);
      hookTries.observe(
        {
          outcome:
            answer.httpStatus === null
              ? answer.outcome
              : `${Math.floor(answer.httpStatus / 100)}xx`,
        },
        secondsSince(startedAt),
      );
      return answer;
    },
  };
}
