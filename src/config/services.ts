import type { AnswerCache } from './answers.ts'
import type { Pages } from './pages.ts'

/**
 * What plugins offer to each other, by name. The plugin that provides a service declares its type:
 * ```ts
 * declare module 'lintel' {
 *   interface Services { email: EmailService }
 * }
 * ```
 */
export interface Services {
  /** Keeps answers to anonymous callers. */
  answers: AnswerCache
  /** How pages look. */
  pages: Pages
}

export type ServiceName = keyof Services & string
