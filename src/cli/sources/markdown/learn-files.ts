import type { JsonObject } from '../../../fields/field-data.ts'
import type { Json } from '../../../fields/field-type.ts'
import { isList } from '../json/parse-record.ts'
import type { SourceAsset, SourceKind } from '../source.ts'
import type { Page } from './page.ts'

/** Learns which values of front matters are files: those that are one in every page that has a value. */
export interface LearnedFiles {
  learn(page: Page): void
  valuesOf(kind: string): SourceKind['values']
  /** A page's values with keys in place of the paths of files. */
  withKeys(page: Page): JsonObject
  assetsOf(page: Page): readonly SourceAsset[]
}

export function learnFiles(): LearnedFiles {
  /** By kind and name: `null` once a value was none. */
  const learned = new Map<string, Map<string, { readonly many: boolean } | null>>()
  const learnedOf = (kind: string, name: string) => learned.get(kind)?.get(name) ?? null
  return {
    learn({ kind, values, files }) {
      const names = learned.get(kind) ?? new Map<string, { readonly many: boolean } | null>()
      learned.set(kind, names)
      for (const [name, value] of Object.entries(values)) {
        if (isEmpty(value) || names.get(name) === null) continue
        const many = isList(value) || names.get(name)?.many === true
        names.set(name, files.has(name) ? { many } : null)
      }
    },
    valuesOf: (kind) =>
      Object.fromEntries(
        [...(learned.get(kind) ?? [])].flatMap(([name, file]) =>
          file === null ? [] : [[name, { is: 'file' as const, many: file.many }]],
        ),
      ),
    withKeys({ kind, values, files }) {
      const keys = [...files].flatMap(([name, assets]): [string, Json][] => {
        const file = learnedOf(kind, name)
        if (file === null) return []
        return [[name, file.many ? assets.map(({ key }) => key) : (assets[0]?.key ?? null)]]
      })
      return { ...values, ...Object.fromEntries(keys) }
    },
    assetsOf: ({ kind, files }) =>
      [...files].flatMap(([name, assets]) => (learnedOf(kind, name) === null ? [] : assets)),
  }
}

function isEmpty(value: Json): boolean {
  return value === null || value === '' || (isList(value) && value.length === 0)
}
