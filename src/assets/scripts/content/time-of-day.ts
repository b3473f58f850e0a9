/** A time as the reader's language writes it: `14:05`. */
export function timeOfDay(at: number): string {
  return new Intl.DateTimeFormat(document.documentElement.lang || undefined, {
    hour: '2-digit',
    minute: '2-digit',
  }).format(at)
}
