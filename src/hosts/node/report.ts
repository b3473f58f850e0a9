/** Writes a line of the host to the log, in the form of the service's own. */
export function report(type: string, message: string, error?: unknown): void {
  const cause =
    error === undefined ? {} : { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  console.error(JSON.stringify({ level: 'error', at: new Date().toISOString(), type, message, ...cause }))
}
