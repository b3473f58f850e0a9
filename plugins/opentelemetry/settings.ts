import { message } from 'lintel/kit'
import * as z from 'zod'

export const settings = z.strictObject({
  endpoint: z
    .url({ protocol: /^https?$/ })
    .transform((text) => text.replace(/\/+$/, ''))
    .describe(
      message(
        'Address at which the collector accepts OTLP over HTTP, without `/v1/traces`, such as `https://otel.example.com`.',
      ),
    ),
  headers: z
    .record(z.string(), z.string())
    .default({})
    .describe(message("Headers of each delivery, such as an API key set with `secret('…')`.")),
  serviceName: z
    .string()
    .min(1)
    .optional()
    .describe(message('Name of the service in traces. Default: the name of the config.')),
  sampling: z
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe(
      message(
        'Share of the traces that is sent, from 0 to 1. The ID of a trace determines whether it is sent, so services with the same share send the same traces.',
      ),
    ),
  statements: z
    .boolean()
    .default(true)
    .describe(message('Adds the text of SQL statements to spans of the database, never their values.')),
  delay: z
    .int()
    .min(0)
    .max(20_000)
    .default(1000)
    .describe(message('Milliseconds for which spans are collected, after the response, before they are sent.')),
})

export type Settings = z.output<typeof settings>
