import type { Json } from '../fields/field-type.ts'

/** Edit of a field, from a form or a program: its type and its options. A value of `null` removes the option. */
export interface FieldEdit {
  /** Name of a built-in type. Optional for an existing field. */
  readonly type?: string
  /** Current name of the field, if the edit renames it. */
  readonly renamedFrom?: string | null
  readonly [option: string]: Json | undefined
}

/**
 * Edit of a collection, from a form or a program, in the terms of `defineCollection`. A value of `null` removes the
 * option.
 */
export interface CollectionEdit {
  readonly name: string
  /** All fields, in order. Existing fields that are left out are removed. Absent: the fields do not change. */
  readonly fields?: { readonly [name: string]: FieldEdit }
  /** Reasons for removing fields, by name. Required for fields that a committed migration has created. */
  readonly dropped?: { readonly [field: string]: string }
  readonly [option: string]: Json | undefined | { readonly [name: string]: FieldEdit }
}

/** A change to the project's files. */
export type SourceEdit =
  | { readonly kind: 'create-collection'; readonly collection: CollectionEdit }
  | {
      readonly kind: 'change-collection'
      readonly collection: CollectionEdit
      /** Fields to remove; all others are kept. Default: existing fields that `collection.fields` leaves out. */
      readonly remove?: readonly string[]
      /**
       * Path, as names, to the group, list or kind of block that `fields` and `order` are about: `['seo']`, `['parts',
       * 'quote']`. In a list of single values, the field `of` stands for the items. Default: the collection itself.
       */
      readonly inside?: readonly string[]
      /**
       * All fields in the new order. Default: the order of `collection.fields` if `remove` is absent, otherwise the
       * current order.
       */
      readonly order?: readonly string[]
    }
  | { readonly kind: 'delete-collection'; readonly name: string; readonly reason: string | null }
  | {
      readonly kind: 'change-settings'
      readonly plugin: string
      /** Environment whose settings override those of the plugin's call; `null` for the call itself. */
      readonly environment: string | null
      /** Settings that change. `null` removes a setting, so that its default applies again. */
      readonly settings: { readonly [setting: string]: Json }
    }

/** A request to the process that may write the files: `cms dev`. */
export interface EditRequest {
  readonly edit: SourceEdit
  /** `false`: only a preview, nothing is written. */
  readonly save: boolean
  /** The `state` of a preview. Nothing is written if the files have changed since the preview. */
  readonly state?: string
}

/** A mistake that the project would have after the edit. */
export interface EditMistake {
  readonly code: string
  readonly severity: 'error' | 'warning'
  readonly message: string
  readonly hint: string | null
  readonly file: string | null
  readonly line: number | null
  readonly column: number | null
  /** The source lines around the mistake, with its position marked. */
  readonly frame: string | null
  /** Section of the documentation that explains the mistake. */
  readonly docs: string
}

/** A step of the migration that the edit causes. */
export interface EditStep {
  readonly class: 'safe' | 'caution' | 'opens' | 'breaking' | 'destructive'
  readonly title: string
  /** Path of the migration: `migrations/0002_add_posts_summary.sql`. */
  readonly migration: string
  readonly notes: readonly string[]
  /** Statements without closing semicolons. */
  readonly sql: readonly string[]
}

/** Describes all effects of an edit before it is saved. */
export interface EditPreview {
  /** Name of the collection or the plugin. */
  readonly name: string
  /** Path of the declaring file, relative to the project. */
  readonly file: string
  /** Changes to each file, as a unified diff. Empty if nothing changes. */
  readonly files: readonly { readonly path: string; readonly diff: string }[]
  /** Mistakes of the changed project. An error among them prevents saving. */
  readonly mistakes: readonly EditMistake[]
  readonly database: readonly EditStep[]
  /** Effects on access, API and settings, described for people. */
  readonly effects: readonly { readonly class: EditStep['class']; readonly message: string }[]
  /** Hash of the files before and after the edit. */
  readonly state: string
}

export type EditResult =
  | { readonly outcome: 'preview'; readonly preview: EditPreview }
  | { readonly outcome: 'saved'; readonly preview: EditPreview }
  /** The files have changed since the preview. */
  | { readonly outcome: 'outdated'; readonly preview: EditPreview }
  | {
      readonly outcome: 'refused'
      /**
       * `shape`: the declaration is written in a way that the editor cannot change in place. `outside`: the declaration
       * is not in a file of the project's source.
       */
      readonly why: 'shape' | 'outside' | 'exists' | 'missing' | 'invalid'
      readonly message: string
      readonly file: string | null
      readonly line: number | null
    }
