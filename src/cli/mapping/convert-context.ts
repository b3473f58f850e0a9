import type { SourceRecord, SourceValue } from '../sources/source.ts'
import type { FieldMapping } from './mapping.ts'
import type { RecordStore } from './record-store.ts'

/** Surroundings in which a value is converted. */
export interface ConvertContext {
  readonly record: SourceRecord
  readonly mapping: FieldMapping
  /** Meaning that the source gives the value; `undefined` where it says nothing. */
  readonly meaning: SourceValue | undefined
  readonly store: RecordStore
  /** Targets of references that are files. */
  readonly fileTargets: ReadonlySet<string>
  /** Tells whether a picture may be fetched from this address. */
  readonly mayFetch: (address: string) => boolean
  /** Something that does not come along, or not as it was. */
  readonly lose: (what: string, sample: string, count?: number) => void
  /** A value that the field cannot take. */
  readonly problem: (message: string) => void
}
