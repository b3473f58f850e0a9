import type { AnswerCache } from './answers.ts'

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
}

export type ServiceName = keyof Services & string
