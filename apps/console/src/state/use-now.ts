import { useEffect, useState } from 'preact/hooks';

/** The time, again every so often while it is needed. */
export function useNow(everyMs: number | null): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (everyMs === null) return undefined;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
