import * as z from 'zod'

export const settings = z.strictObject({
  /** Address at which the collector takes OTLP over HTTP, without `/v1/traces`: `https://otel.example.com`. */
  endpoint: z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, '')),
  /** Headers of each delivery, such as an API key: `{ 'x-api-key': secret('OTEL_KEY') }`. */
  headers: z.record(z.string(), z.string()).default({}),
  /** The name of the service in traces. Default: the config's name. */
  serviceName: z.string().min(1).optional(),
  /** Share of all traces that is sent, from 0 to 1. */
  sampling: z.number().min(0).max(1).default(1),
  /** Tells whether spans of the database carry the text of statements; values are never in it. */
  statements: z.boolean().default(true),
  /** Time for which spans are gathered before they are sent, in milliseconds: 0 to 20,000. */
  delay: z.int().min(0).max(20_000).default(1000),
})

export type Settings = z.output<typeof settings>
