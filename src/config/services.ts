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
  /** Keeps answers to anonymous callers. */
  responses: ResponseCache
  /** The look of pages. */
  pages: Pages
  /** Opens single documents that are not published. */
  previews: Previews
}

export type ServiceName = keyof Services & string
