import type { SafeHttp } from '@interline/ports';
import type { HookPost } from '@interline/core/webhooks';
import { readRetryAfter } from './read-retry-after.ts';
import { signHook } from './sign-hook.ts';

const deadlineMs = 10_000;
const maxResponseBytes = 65_536;

/**
 * Webhooks over the guarded way out. Nothing of an answer but its status and its wish to wait is
 * looked at.
 */
export function hookPost(http: SafeHttp): HookPost {
  return {
    judge: (url) => http.judge(url),

    async post(message, signal) {
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'interline-hooks/1',
        ...signHook(message),
      };
      const answer = await http.request(
        {
          url: message.url,
          method: 'POST',
          headers,
          body: message.body,
          deadlineMs,
          maxResponseBytes,
        },
        signal,
      );
      if (answer.kind !== 'answered')
        return { outcome: answer.kind, httpStatus: null, retryAfterMs: null };
      return {
        outcome: 'answered',
        httpStatus: answer.status,
        retryAfterMs: readRetryAfter(answer.headers['retry-after'], message.atMs),
      };
    },
  };
}
