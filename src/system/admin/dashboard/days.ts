import * as z from 'zod'

/** Numbers of days that the chart can show. */
export const DAYS = [7, 30, 90] as const

export const DEFAULT_DAYS = 30

/** Schema of the number of days in the chart, including today. */
export const daysQuery = z
  .enum(DAYS.map(String))
  .transform(Number)
  .optional()
  .meta({ description: `Number of days in the chart, including today: ${DAYS.join(', ')}. Default ${DEFAULT_DAYS}.` })
