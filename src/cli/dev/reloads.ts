import type { ServerResponse } from 'node:http'

/** Path at which a page that shows an error waits for the next change to the project. */
export const RELOADS_PATH = '/cdn-cgi/lintel/changes'

/** Creates a stream of server-sent events, one event for each change. */
export function createReloads(): { subscribe(outgoing: ServerResponse): void; announce(): void } {
  const pages = new Set<ServerResponse>()
  return {
    subscribe(outgoing) {
      outgoing.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
      outgoing.write('retry: 500\n\n')
      pages.add(outgoing)
      outgoing.once('close', () => pages.delete(outgoing))
    },
    announce() {
      for (const page of pages) page.write('data: changed\n\n')
    },
  }
}
