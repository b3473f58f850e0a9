import * as z from 'zod'

/** Days over which the chart may go. */
export const DAYS = [7, 30, 90] as const

export const DEFAULT_DAYS = 30

/** Number of days that the chart shows, today included. */
export const daysQuery = z
  .enum(DAYS.map(String))
  .transform(Number)
  .optional()
  .meta({ description: `Days of the chart, today included: ${DAYS.join(', ')}. Default ${DEFAULT_DAYS}.` })
