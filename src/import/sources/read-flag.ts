import type { Json } from 'lintel/importing'

/**
 * Reads a yes or no, also in the words of YAML 1.1 and of spreadsheets, such as `on`, `f` or `1`. Returns `undefined`
 * for any other value.
 */
export function readFlag(value: Json): boolean | undefined {
  if (typeof value === 'object') return undefined
  const word = String(value).trim().toLowerCase()
  if (/^(?:true|yes|on|1|y|t)$/.test(word)) return true
  return /^(?:false|no|off|0|n|f)$/.test(word) ? false : undefined
}
