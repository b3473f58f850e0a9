/**
 * What plugins offer to each other, by name. The plugin that provides a service declares its type:
 * ```ts
 * declare module 'lintel' {
 *   interface Services { email: EmailService }
 * }
 * ```
 */
// biome-ignore lint/suspicious/noEmptyInterface: extended by plugins
export interface Services {}

export type ServiceName = keyof Services & string
