/** Files of one type. */
export interface StoredType {
  readonly type: string
  readonly files: number
  /** In bytes, without thumbnails and variants. */
  readonly size: number
}

/** A setting as the plugin's page has it. */
export interface Setting {
  readonly name: string
  readonly description: string | null
  readonly value: unknown
  readonly source: 'environment' | 'config' | 'default'
}

export interface SweepOutcome {
  readonly dryRun: boolean
  readonly orphans: readonly { readonly key: string; readonly size: number }[]
  readonly checked: number
}
