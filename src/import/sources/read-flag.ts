import type { Json } from 'lintel/importing'

/**
 * Reads a yes or no in any notation: YAML 1.1, tables and people use more words than JSON. Returns `undefined` for anything
 * else.
 */
export function readFlag(value: Json): boolean | undefined {
  if (typeof value === 'object') return undefined
  const word = String(value).trim().toLowerCase()
  if (/^(?:true|yes|on|1|y|t)$/.test(word)) return true
  return /^(?:false|no|off|0|n|f)$/.test(word) ? false : undefined
}
