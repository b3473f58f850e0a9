/**
 * Maximum number of columns of a table, and of a result, on D1 (https://developers.cloudflare.com/d1/platform/limits/):
 * SQLite is built with a limit of 100 there, and rejects the 101st with "too many columns".
 */
export const MAX_COLUMNS = 100
