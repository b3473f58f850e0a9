import type { Json } from '../fields/field-type.ts'

/** A field as a form or a program describes it: its type and its options; `null` takes an option out. */
export interface FieldEdit {
  /** A built-in type by name. May be left out for a field that is there already. */
  readonly type?: string
  /** Name of the existing field that is renamed. */
  readonly renamedFrom?: string | null
  readonly [option: string]: Json | undefined
}

/** A collection as a form or a program describes it, in the words of `defineCollection`; `null` takes an option out. */
export interface CollectionEdit {
  readonly name: string
  /** Every field, in order. What is not among them is removed. Absent: fields stay as they are. */
  readonly fields?: { readonly [name: string]: FieldEdit }
  /** Reasons why fields are removed, by name. Needed for those that a committed migration has made. */
  readonly dropped?: { readonly [field: string]: string }
  readonly [option: string]: Json | undefined | { readonly [name: string]: FieldEdit }
}

/** A change of the project's files. */
export type SourceEdit =
  | { readonly kind: 'create-collection'; readonly collection: CollectionEdit }
  | {
      readonly kind: 'change-collection'
      readonly collection: CollectionEdit
      /** Fields that are removed; all others stay, named or not. Default: those that `collection.fields` leaves out. */
      readonly remove?: readonly string[]
      /**
       * Position of `fields` and `order`: the names that lead to a group, a list or a kind of block. `['seo']`,
       * `['parts', 'quote']`; what a list of single values holds is its field `of`. Default: the collection itself.
       */
      readonly inside?: readonly string[]
      /**
       * Every field, in the order wanted. Default: that of `collection.fields` where `remove` is absent, else as it is.
       */
      readonly order?: readonly string[]
    }
  | { readonly kind: 'delete-collection'; readonly name: string; readonly reason: string | null }
  | {
      readonly kind: 'change-settings'
      readonly plugin: string
      /** Over the settings of the plugin's call, for this environment; `null` for the call itself. */
      readonly environment: string | null
      /** The settings that differ; `null` takes a setting out, so that its default holds again. */
      readonly settings: { readonly [setting: string]: Json }
    }

/** A request to the process that may write the files: `cms dev`. */
export interface EditRequest {
  readonly edit: SourceEdit
  /** `false`: nothing is written. */
  readonly save: boolean
  /** The `state` of the preview that somebody has seen: nothing is written where it would be another one now. */
  readonly state?: string
}

/** A mistake in the project as it would be. */
export interface EditMistake {
  readonly code: string
  readonly severity: 'error' | 'warning'
  readonly message: string
  readonly hint: string | null
  readonly file: string | null
  readonly line: number | null
  readonly column: number | null
  /** The lines around it, the place marked. */
  readonly frame: string | null
  /** Section of the documentation that explains it. */
  readonly docs: string
}

/** A step of the migration that the change brings. */
export interface EditStep {
  readonly class: 'safe' | 'caution' | 'opens' | 'breaking' | 'destructive'
  readonly title: string
  /** `migrations/0002_add_posts_summary.sql`. */
  readonly migration: string
  readonly notes: readonly string[]
  /** Statements without closing semicolons. */
  readonly sql: readonly string[]
}

/** Every effect of a change that is not made yet. */
export interface EditPreview {
  /** Of the collection, or of the plugin. */
  readonly name: string
  /** The declaring file, relative to the project. */
  readonly file: string
  /** Changes in each file, as a unified diff. Empty: nothing changes. */
  readonly files: readonly { readonly path: string; readonly diff: string }[]
  /** With an error among them the change cannot be saved. */
  readonly mistakes: readonly EditMistake[]
  readonly database: readonly EditStep[]
  /** Access, API and settings, in words. */
  readonly effects: readonly { readonly class: EditStep['class']; readonly message: string }[]
  /** Hash of the files before and after. */
  readonly state: string
}

export type EditResult =
  | { readonly outcome: 'preview'; readonly preview: EditPreview }
  | { readonly outcome: 'saved'; readonly preview: EditPreview }
  /** The files have changed since the preview that was seen. */
  | { readonly outcome: 'outdated'; readonly preview: EditPreview }
  | {
      readonly outcome: 'refused'
      /**
       * `shape`: the file says it in a way that the editor would have to rewrite. `outside`: it is no file of the project's
       * source.
       */
      readonly why: 'shape' | 'outside' | 'exists' | 'missing' | 'invalid'
      readonly message: string
      readonly file: string | null
      readonly line: number | null
    }
