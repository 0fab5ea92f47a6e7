/** A stretch of time in the two units that matter, from tenths of a second up. */
export function formatSpan(ms: number): string {
  if (ms < 0) return '0 s';
  const sec = ms / 1_000;
  if (sec < 10) return `${(Math.round(sec * 10) / 10).toString()} s`;
  if (sec < 60) return `${Math.round(sec)} s`;
  const [days, hours, minutes, seconds] = [
    Math.floor(sec / 86_400),
    Math.floor((sec % 86_400) / 3_600),
    Math.floor((sec % 3_600) / 60),
    Math.floor(sec % 60),
  ];
  if (days > 0) return withRest(days, 'd', hours, 'h');
  if (hours > 0) return withRest(hours, 'h', minutes, 'min');
  return withRest(minutes, 'min', seconds, 's');
}

function withRest(big: number, unit: string, small: number, smaller: string): string {
  return small === 0 ? `${big} ${unit}` : `${big} ${unit} ${small} ${smaller}`;
}

export function formatClock(atMs: number, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }).format(atMs);
}

/** What is no time is shown as it is. */
export function formatMoment(atMs: number, locale?: string): string {
  if (Number.isNaN(new Date(atMs).getTime())) return String(atMs);
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(atMs);
}

/** The beginning and the end of something long, as people compare it. */
export function shortened(text: string, start = 6, end = 4): string {
  return text.length <= start + end + 1 ? text : `${text.slice(0, start)}\u2026${text.slice(-end)}`;
}
