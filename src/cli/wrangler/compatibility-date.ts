/** From this date on workerd has nodejs_compat by default, which the runtime needs. */
export const OLDEST_COMPATIBILITY_DATE = '2026-08-04'
