import { isJsonObject, type Json, type JsonObject } from 'lintel/importing'
import { sourceFailure } from '../text/source-failure.ts'

/** Maximum depth of nested lists and objects: real content is less deep, and recursion stays bounded. */
const DEEPEST = 100

/**
 * Parses a record's text as an object.
 * @throws Failure for anything that is not an object
 */
export function parseRecord(text: string, file: string, line: number): JsonObject {
  const value = parse(text, file, line)
  if (!isJsonObject(value)) throw sourceFailure(file, line, 'Not a record: a JSON object in braces is expected.')
  if (isDeeper(value, DEEPEST)) {
    throw sourceFailure(
      file,
      line,
      `The record has more than ${DEEPEST} levels of lists and objects within each other.`,
    )
  }
  return value
}

function parse(text: string, file: string, line: number): Json {
  try {
    return JSON.parse(text) as Json // the only possible type
  } catch {
    throw sourceFailure(file, line, 'Not valid JSON.')
  }
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

function isDeeper(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}
