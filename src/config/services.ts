import type { Pages } from './pages.ts'
import type { Previews } from './previews.ts'
import type { ResponseCache } from './response-cache.ts'

/**
 * The services that plugins offer to each other, by name. The plugin that provides a service declares its type:
 * ```ts
 * declare module 'lintel' {
 *   interface Services { email: EmailService }
 * }
 * ```
 */
export interface Services {
  /** Stores responses to anonymous callers. */
  responses: ResponseCache
  /** Renders pages. */
  pages: Pages
  /** Lets a caller who is not signed in read one unpublished document. */
  previews: Previews
}

export type ServiceName = keyof Services & string
