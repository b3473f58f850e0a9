// Made from cms.config.ts and the files that it imports.
// By `cms types --out web/src/content.d.ts`; changes made here are lost.

import type { Equal, Filterable, Moment, Ordered, Reference, RichText, Sortable, Text } from "@lintel/client"

/** The types of each collection, by name: `createClient<Collections>()`. */
export interface Collections {
  articles: ArticlesTypes
  authors: AuthorsTypes
  issues: IssuesTypes
  pages: PagesTypes
  redirects: RedirectsTypes
  sections: SectionsTypes
  settings: SettingsTypes
}

export interface ArticlesTypes {
  document: ArticlesDocument
  input: ArticlesInput
  changes: ArticlesChanges
  filters: ArticlesFilters
  sort: ArticlesSort
  references: { cover: "media"; section: "sections"; authors: "authors"; issue: "issues"; "body.image": "media"; "body.pictures.image": "media"; "body.text": "~links" }
}

/** A document of `articles` as it is answered. */
export interface ArticlesDocument {
  id: string
  status: 'draft' | 'published' | 'scheduled'
  title: string
  slug: string | null
  summary: string | null
  cover: Reference<"media"> | null
  section: Reference<"sections", true>
  authors: Reference<"authors", true>[]
  issue: Reference<"issues", true> | null
  body: Array<{ type: "prose" } & { text: RichText } | { type: "picture" } & { image: Reference<"media">; caption?: string | null } | { type: "quote" } & { text: string; source?: string | null } | { type: "gallery" } & { pictures?: Array<{ image: Reference<"media">; caption?: string | null }> | null } | { type: "embed" } & { url: string; title: string }> | null
  note?: string | null
  createdAt: string
  updatedAt: string
  publishedAt: string | null
  scheduledAt: string | null
  createdBy: string | null
  updatedBy: string | null
  version: number
  /** There are pending changes. Told to signed-in callers. */
  hasDraft?: boolean
}

/** A document of `articles` as it is created or replaced. */
export interface ArticlesInput {
  title: string
  slug?: string | null
  summary?: string | null
  cover?: Reference<"media"> | null
  section: Reference<"sections">
  authors: Reference<"authors">[]
  issue?: Reference<"issues"> | null
  body?: Array<{ type: "prose" } & { text: RichText } | { type: "picture" } & { image: Reference<"media">; caption?: string | null } | { type: "quote" } & { text: string; source?: string | null } | { type: "gallery" } & { pictures?: Array<{ image: Reference<"media">; caption?: string | null }> | null } | { type: "embed" } & { url: string; title: string }> | null
  note?: string | null
  status?: 'draft' | 'published' | 'scheduled'
  scheduledAt?: string | null
}

/**
 * Changes to a document of `articles`: properties that are left out keep their values, in groups as well.
 */
export type ArticlesChanges = Partial<ArticlesInput>

/** Conditions that lists of `articles` take, by property. */
export interface ArticlesFilters extends Filterable {
  title: Text
  slug: Text
  cover: Equal<Reference<"media">>
  section: Equal<Reference<"sections">>
  authors: Equal<Reference<"authors">>
  issue: Equal<Reference<"issues">>
}

/** Properties that lists of `articles` are sorted by. */
export type ArticlesSort = Sortable | "title" | "slug" | "cover" | "section" | "issue"

export interface AuthorsTypes {
  document: AuthorsDocument
  input: AuthorsInput
  changes: AuthorsChanges
  filters: AuthorsFilters
  sort: AuthorsSort
  references: { portrait: "media" }
}

/** A document of `authors` as it is answered. */
export interface AuthorsDocument {
  id: string
  status: 'published'
  name: string
  slug: string | null
  portrait: Reference<"media"> | null
  bio: string | null
  email?: string | null
  createdAt: string
  updatedAt: string
  publishedAt: string | null
  scheduledAt: string | null
  createdBy: string | null
  updatedBy: string | null
  version: number
}

/** A document of `authors` as it is created or replaced. */
export interface AuthorsInput {
  name: string
  slug?: string | null
  portrait?: Reference<"media"> | null
  bio?: string | null
  email?: string | null
}

/**
 * Changes to a document of `authors`: properties that are left out keep their values, in groups as well.
 */
export type AuthorsChanges = Partial<AuthorsInput>

/** Conditions that lists of `authors` take, by property. */
export interface AuthorsFilters extends Filterable {
  name: Text
  slug: Text
  portrait: Equal<Reference<"media">>
}

/** Properties that lists of `authors` are sorted by. */
export type AuthorsSort = Sortable | "name" | "slug" | "portrait"

export interface IssuesTypes {
  document: IssuesDocument
  input: IssuesInput
  changes: IssuesChanges
  filters: IssuesFilters
  sort: IssuesSort
  references: { cover: "media" }
}

/** A document of `issues` as it is answered. */
export interface IssuesDocument {
  id: string
  status: 'published'
  title: string
  slug: string | null
  number: number | null
  date: string
  cover: Reference<"media"> | null
  description: string | null
  createdAt: string
  updatedAt: string
  publishedAt: string | null
  scheduledAt: string | null
  createdBy: string | null
  updatedBy: string | null
  version: number
}

/** A document of `issues` as it is created or replaced. */
export interface IssuesInput {
  title: string
  slug?: string | null
  number?: number | null
  date: string
  cover?: Reference<"media"> | null
  description?: string | null
}

/**
 * Changes to a document of `issues`: properties that are left out keep their values, in groups as well.
 */
export type IssuesChanges = Partial<IssuesInput>

/** Conditions that lists of `issues` take, by property. */
export interface IssuesFilters extends Filterable {
  title: Text
  slug: Text
  number: Ordered<number>
  date: Ordered<Moment>
  cover: Equal<Reference<"media">>
}

/** Properties that lists of `issues` are sorted by. */
export type IssuesSort = Sortable | "title" | "slug" | "number" | "date" | "cover"

export interface PagesTypes {
  document: PagesDocument
  input: PagesInput
  changes: PagesChanges
  filters: PagesFilters
  sort: PagesSort
  references: { body: "~links" }
}

/** A document of `pages` as it is answered. */
export interface PagesDocument {
  id: string
  status: 'draft' | 'published' | 'scheduled'
  title: string
  slug: string | null
  body: RichText | null
  position: number | null
  createdAt: string
  updatedAt: string
  publishedAt: string | null
  scheduledAt: string | null
  createdBy: string | null
  updatedBy: string | null
  version: number
  /** There are pending changes. Told to signed-in callers. */
  hasDraft?: boolean
}

/** A document of `pages` as it is created or replaced. */
export interface PagesInput {
  title: string
  slug?: string | null
  body?: RichText | string | null
  position?: number | null
  status?: 'draft' | 'published' | 'scheduled'
  scheduledAt?: string | null
}

/**
 * Changes to a document of `pages`: properties that are left out keep their values, in groups as well.
 */
export type PagesChanges = Partial<PagesInput>

/** Conditions that lists of `pages` take, by property. */
export interface PagesFilters extends Filterable {
  title: Text
  slug: Text
  position: Ordered<number>
}

/** Properties that lists of `pages` are sorted by. */
export type PagesSort = Sortable | "title" | "slug" | "position"

export interface RedirectsTypes {
  document: RedirectsDocument
  input: RedirectsInput
  changes: RedirectsChanges
  filters: RedirectsFilters
  sort: RedirectsSort
  references: Record<never, never>
}

/** A document of `redirects` as it is answered. */
export interface RedirectsDocument {
  id: string
  status: 'published'
  path: string
  target: string
  createdAt: string
  updatedAt: string
  publishedAt: string | null
  scheduledAt: string | null
  createdBy: string | null
  updatedBy: string | null
  version: number
}

/** A document of `redirects` as it is created or replaced. */
export interface RedirectsInput {
  path: string
  target: string
}

/**
 * Changes to a document of `redirects`: properties that are left out keep their values, in groups as well.
 */
export type RedirectsChanges = Partial<RedirectsInput>

/** Conditions that lists of `redirects` take, by property. */
export interface RedirectsFilters extends Filterable {
  path: Text
}

/** Properties that lists of `redirects` are sorted by. */
export type RedirectsSort = Sortable | "path"

export interface SectionsTypes {
  document: SectionsDocument
  input: SectionsInput
  changes: SectionsChanges
  filters: SectionsFilters
  sort: SectionsSort
  references: { parent: "sections" }
}

/** A document of `sections` as it is answered. */
export interface SectionsDocument {
  id: string
  status: 'published'
  name: string
  slug: string | null
  description: string | null
  parent: Reference<"sections", true> | null
  position: number | null
  createdAt: string
  updatedAt: string
  publishedAt: string | null
  scheduledAt: string | null
  createdBy: string | null
  updatedBy: string | null
  version: number
}

/** A document of `sections` as it is created or replaced. */
export interface SectionsInput {
  name: string
  slug?: string | null
  description?: string | null
  parent?: Reference<"sections"> | null
  position?: number | null
}

/**
 * Changes to a document of `sections`: properties that are left out keep their values, in groups as well.
 */
export type SectionsChanges = Partial<SectionsInput>

/** Conditions that lists of `sections` take, by property. */
export interface SectionsFilters extends Filterable {
  name: Text
  slug: Text
  parent: Equal<Reference<"sections">>
  position: Ordered<number>
}

/** Properties that lists of `sections` are sorted by. */
export type SectionsSort = Sortable | "name" | "slug" | "parent" | "position"

export interface SettingsTypes {
  document: SettingsDocument
  input: SettingsInput
  changes: SettingsChanges
  filters: SettingsFilters
  sort: SettingsSort
  references: { frontPage: "articles" }
}

/** A document of `settings` as it is answered. */
export interface SettingsDocument {
  id: string
  status: 'published'
  name: string
  tagline: string | null
  frontPage: Reference<"articles">[]
  imprint: string | null
  createdAt: string
  updatedAt: string
  publishedAt: string | null
  scheduledAt: string | null
  createdBy: string | null
  updatedBy: string | null
  version: number
}

/** A document of `settings` as it is created or replaced. */
export interface SettingsInput {
  name: string
  tagline?: string | null
  frontPage?: Reference<"articles">[] | null
  imprint?: string | null
}

/**
 * Changes to a document of `settings`: properties that are left out keep their values, in groups as well.
 */
export type SettingsChanges = Partial<SettingsInput>

/** Conditions that lists of `settings` take, by property. */
export interface SettingsFilters extends Filterable {
  name: Text
  tagline: Text
  frontPage: Equal<Reference<"articles">>
}

/** Properties that lists of `settings` are sorted by. */
export type SettingsSort = Sortable | "name" | "tagline"
