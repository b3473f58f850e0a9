/** Returns a number with its noun: `counted(1, 'row')` is `1 row`, `counted(3, 'row')` is `3 rows`. */
export function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`
}
