import type { Json, Storage } from '../../../fields/field-type.ts'
import { isoTime } from '../../common/iso-time.ts'
import type { SqlValue } from '../../database/database.ts'

/** Decoders from column values, by storage. */
const DECODERS: Record<Storage, (stored: SqlValue) => Json> = {
  text: (stored) => stored,
  integer: (stored) => stored,
  real: (stored) => stored,
  boolean: (stored) => (stored === null ? null : stored !== 0),
  datetime: (stored) => (stored === null ? null : isoTime(Number(stored))),
  json: (stored) => (stored === null ? null : (JSON.parse(String(stored)) as Json)),
  join: (stored) => (stored === null ? [] : (JSON.parse(String(stored)) as Json)),
}

/** Encoders from validated values to column values, by storage. */
const ENCODERS: Record<Storage, (value: Json) => SqlValue> = {
  text: (value) => (value === null ? null : String(value)),
  integer: (value) => (value === null ? null : Number(value)),
  real: (value) => (value === null ? null : Number(value)),
  boolean: (value) => (value === null ? null : Number(value)),
  datetime: (value) => (value === null ? null : Date.parse(String(value))),
  json: (value) => (value === null ? null : JSON.stringify(value)),
  join: (value) => JSON.stringify(value ?? []),
}

/** Functions that write column values as JSON text, by storage. JSON columns are copied without being parsed. */
const WRITERS: Record<Storage, (stored: SqlValue) => string> = {
  text: (stored) => JSON.stringify(stored),
  integer: (stored) => String(stored),
  real: (stored) => String(stored),
  boolean: (stored) => (stored === null ? 'null' : stored === 0 ? 'false' : 'true'),
  datetime: (stored) => (stored === null ? 'null' : `"${isoTime(Number(stored))}"`),
  json: (stored) => (stored === null ? 'null' : String(stored)),
  join: (stored) => (stored === null ? '[]' : String(stored)),
}

export const decoderOf = (storage: Storage) => DECODERS[storage]
export const encoderOf = (storage: Storage) => ENCODERS[storage]
export const writerOf = (storage: Storage) => WRITERS[storage]
