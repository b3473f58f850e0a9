import type { SourceRecord, SourceValue } from '../sources/source.ts'
import type { FieldMapping } from './mapping.ts'
import type { RecordStore } from './record-store.ts'

/** Context in which a value is converted. */
export interface ConvertContext {
  readonly record: SourceRecord
  readonly mapping: FieldMapping
  /** Meaning of the value according to the source; `undefined` if the source does not say. */
  readonly meaning: SourceValue | undefined
  readonly store: RecordStore
  /** Names of the tables to which references to files point. */
  readonly fileTargets: ReadonlySet<string>
  /** Tells whether a picture may be downloaded from this address. */
  readonly mayFetch: (address: string) => boolean
  /** Notes what is lost or changed, with an example. */
  readonly lose: (what: string, sample: string, count?: number) => void
  /** Notes a value that is not valid for the field. */
  readonly problem: (message: string) => void
}
