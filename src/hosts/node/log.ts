/** Writes a line of the host to the log, as JSON like the service's lines. */
export function say(level: 'info' | 'warn' | 'error', message: string, type = 'server'): void {
  const line = JSON.stringify({ level, at: new Date().toISOString(), type, message })
  if (level === 'info') console.log(line)
  else console.error(line)
}
