import type { Json, JsonObject } from 'lintel/importing'
import { isList } from '../json/parse-record.ts'
import type { SourceAsset, SourceKind } from '../source.ts'
import type { Page } from './page.ts'

/** Learns which values in front matter are files: those that name a file in every page that has the value. */
export interface LearnedFiles {
  learn(page: Page): void
  valuesOf(kind: string): SourceKind['values']
  /** Returns a page's values, with the paths of files replaced by keys. */
  withKeys(page: Page): JsonObject
  assetsOf(page: Page): readonly SourceAsset[]
}

export function learnFiles(): LearnedFiles {
  /** Findings by kind and name: `null` if some value is not a file. */
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
