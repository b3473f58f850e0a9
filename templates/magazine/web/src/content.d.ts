// Made from cms.config.ts and the files that it imports.
// By `cms types --out web/src/content.d.ts`; changes made here are lost.

import type { ByLocale, Equal, Filterable, Moment, Ordered, Reference, RichText, Sortable, Text } from "@lintel/client"

/** Languages of the content, the default first. */
export type Locale = "en" | "de"

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
  /** The types with `locale: '*'`. */
  localized: {
    locale: Locale
    document: Omit<ArticlesDocument, "title" | "slug" | "summary" | "body"> & { title: ByLocale<Locale, NonNullable<ArticlesDocument["title"]>>; slug: ByLocale<Locale, NonNullable<ArticlesDocument["slug"]>>; summary: ByLocale<Locale, NonNullable<ArticlesDocument["summary"]>>; body: readonly ((Omit<Extract<NonNullable<ArticlesDocument["body"]>[number], { type: "prose" }>, "text"> & { text?: ByLocale<Locale, NonNullable<Extract<NonNullable<ArticlesDocument["body"]>[number], { type: "prose" }>["text"]>> }) | (Omit<Extract<NonNullable<ArticlesDocument["body"]>[number], { type: "picture" }>, "caption"> & { caption?: ByLocale<Locale, NonNullable<Extract<NonNullable<ArticlesDocument["body"]>[number], { type: "picture" }>["caption"]>> }) | (Omit<Extract<NonNullable<ArticlesDocument["body"]>[number], { type: "quote" }>, "text"> & { text?: ByLocale<Locale, NonNullable<Extract<NonNullable<ArticlesDocument["body"]>[number], { type: "quote" }>["text"]>> }) | (Omit<Extract<NonNullable<ArticlesDocument["body"]>[number], { type: "gallery" }>, "pictures"> & { pictures?: readonly NonNullable<(Omit<NonNullable<NonNullable<Extract<NonNullable<ArticlesDocument["body"]>[number], { type: "gallery" }>["pictures"]>[number]>, "caption"> & { caption?: ByLocale<Locale, NonNullable<NonNullable<NonNullable<Extract<NonNullable<ArticlesDocument["body"]>[number], { type: "gallery" }>["pictures"]>[number]>["caption"]>> }) | null>[] | null }) | (Omit<Extract<NonNullable<ArticlesDocument["body"]>[number], { type: "embed" }>, "title"> & { title?: ByLocale<Locale, NonNullable<Extract<NonNullable<ArticlesDocument["body"]>[number], { type: "embed" }>["title"]>> }))[] | null }
    input: Omit<ArticlesInput, "title" | "slug" | "summary" | "body"> & { title?: Partial<ByLocale<Locale, NonNullable<ArticlesInput["title"]>>>; slug?: Partial<ByLocale<Locale, NonNullable<ArticlesInput["slug"]>>>; summary?: Partial<ByLocale<Locale, NonNullable<ArticlesInput["summary"]>>>; body?: readonly ((Omit<Extract<NonNullable<ArticlesInput["body"]>[number], { type: "prose" }>, "text"> & { text?: Partial<ByLocale<Locale, NonNullable<Extract<NonNullable<ArticlesInput["body"]>[number], { type: "prose" }>["text"]>>> }) | (Omit<Extract<NonNullable<ArticlesInput["body"]>[number], { type: "picture" }>, "caption"> & { caption?: Partial<ByLocale<Locale, NonNullable<Extract<NonNullable<ArticlesInput["body"]>[number], { type: "picture" }>["caption"]>>> }) | (Omit<Extract<NonNullable<ArticlesInput["body"]>[number], { type: "quote" }>, "text"> & { text?: Partial<ByLocale<Locale, NonNullable<Extract<NonNullable<ArticlesInput["body"]>[number], { type: "quote" }>["text"]>>> }) | (Omit<Extract<NonNullable<ArticlesInput["body"]>[number], { type: "gallery" }>, "pictures"> & { pictures?: readonly NonNullable<(Omit<NonNullable<NonNullable<Extract<NonNullable<ArticlesInput["body"]>[number], { type: "gallery" }>["pictures"]>[number]>, "caption"> & { caption?: Partial<ByLocale<Locale, NonNullable<NonNullable<NonNullable<Extract<NonNullable<ArticlesInput["body"]>[number], { type: "gallery" }>["pictures"]>[number]>["caption"]>>> }) | null>[] | null }) | (Omit<Extract<NonNullable<ArticlesInput["body"]>[number], { type: "embed" }>, "title"> & { title?: Partial<ByLocale<Locale, NonNullable<Extract<NonNullable<ArticlesInput["body"]>[number], { type: "embed" }>["title"]>>> }))[] | null }
    changes: Omit<ArticlesChanges, "title" | "slug" | "summary" | "body"> & { title?: Partial<ByLocale<Locale, NonNullable<ArticlesChanges["title"]>>>; slug?: Partial<ByLocale<Locale, NonNullable<ArticlesChanges["slug"]>>>; summary?: Partial<ByLocale<Locale, NonNullable<ArticlesChanges["summary"]>>>; body?: readonly ((Omit<Extract<NonNullable<ArticlesChanges["body"]>[number], { type: "prose" }>, "text"> & { text?: Partial<ByLocale<Locale, NonNullable<Extract<NonNullable<ArticlesChanges["body"]>[number], { type: "prose" }>["text"]>>> }) | (Omit<Extract<NonNullable<ArticlesChanges["body"]>[number], { type: "picture" }>, "caption"> & { caption?: Partial<ByLocale<Locale, NonNullable<Extract<NonNullable<ArticlesChanges["body"]>[number], { type: "picture" }>["caption"]>>> }) | (Omit<Extract<NonNullable<ArticlesChanges["body"]>[number], { type: "quote" }>, "text"> & { text?: Partial<ByLocale<Locale, NonNullable<Extract<NonNullable<ArticlesChanges["body"]>[number], { type: "quote" }>["text"]>>> }) | (Omit<Extract<NonNullable<ArticlesChanges["body"]>[number], { type: "gallery" }>, "pictures"> & { pictures?: readonly NonNullable<(Omit<NonNullable<NonNullable<Extract<NonNullable<ArticlesChanges["body"]>[number], { type: "gallery" }>["pictures"]>[number]>, "caption"> & { caption?: Partial<ByLocale<Locale, NonNullable<NonNullable<NonNullable<Extract<NonNullable<ArticlesChanges["body"]>[number], { type: "gallery" }>["pictures"]>[number]>["caption"]>>> }) | null>[] | null }) | (Omit<Extract<NonNullable<ArticlesChanges["body"]>[number], { type: "embed" }>, "title"> & { title?: Partial<ByLocale<Locale, NonNullable<Extract<NonNullable<ArticlesChanges["body"]>[number], { type: "embed" }>["title"]>>> }))[] | null }
  }
}

/** A document of `articles` as responses contain it. */
export interface ArticlesDocument {
  id: string
  status: 'draft' | 'published' | 'scheduled'
  title: string
  slug: string | null
  summary: string | null
  cover: Reference<"media"> | null
  section: Reference<"sections">
  authors: Reference<"authors">[]
  issue: Reference<"issues"> | null
  body: Array<{ type: "prose" } & { text: RichText } | { type: "picture" } & { image: Reference<"media">; caption?: string | null } | { type: "quote" } & { text: string; source?: string | null } | { type: "gallery" } & { pictures?: Array<{ image: Reference<"media">; caption?: string | null }> | null } | { type: "embed" } & { url: string; title: string }> | null
  note?: string | null
  publishedLocales: Array<"en" | "de"> | null
  createdAt: string
  updatedAt: string
  publishedAt: string | null
  scheduledAt: string | null
  createdBy: string | null
  updatedBy: string | null
  version: number
  /** True if there are pending changes. Only for signed-in callers. */
  hasDraft?: boolean
}

/** A body that creates or replaces a document of `articles`. */
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
  publishedLocales?: Array<"en" | "de"> | null
  status?: 'draft' | 'published' | 'scheduled'
  scheduledAt?: string | null
  /** Not in the future; only for callers who may publish. `null`: it is set again at publication. */
  publishedAt?: string | null
}

/**
 * Changes to a document of `articles`: properties that are left out keep their values, in groups as well.
 */
export type ArticlesChanges = Partial<ArticlesInput>

/** Conditions that lists of `articles` accept, by property. */
export interface ArticlesFilters extends Filterable {
  title: Text
  slug: Text
  cover: Equal<Reference<"media">>
  section: Equal<Reference<"sections">>
  authors: Equal<Reference<"authors">>
  issue: Equal<Reference<"issues">>
}

/** Properties by which lists of `articles` can be sorted. */
export type ArticlesSort = Sortable | "title" | "slug" | "cover" | "section" | "issue"

export interface AuthorsTypes {
  document: AuthorsDocument
  input: AuthorsInput
  changes: AuthorsChanges
  filters: AuthorsFilters
  sort: AuthorsSort
  references: { portrait: "media" }
  /** The types with `locale: '*'`. */
  localized: {
    locale: Locale
    document: Omit<AuthorsDocument, "bio"> & { bio: ByLocale<Locale, NonNullable<AuthorsDocument["bio"]>> }
    input: Omit<AuthorsInput, "bio"> & { bio?: Partial<ByLocale<Locale, NonNullable<AuthorsInput["bio"]>>> }
    changes: Omit<AuthorsChanges, "bio"> & { bio?: Partial<ByLocale<Locale, NonNullable<AuthorsChanges["bio"]>>> }
  }
}

/** A document of `authors` as responses contain it. */
export interface AuthorsDocument {
  id: string
  status: 'published'
  name: string
  slug: string | null
  portrait: Reference<"media"> | null
  bio: string | null
  email?: string | null
  publishedLocales: Array<"en" | "de"> | null
  createdAt: string
  updatedAt: string
  publishedAt: string | null
  scheduledAt: string | null
  createdBy: string | null
  updatedBy: string | null
  version: number
}

/** A body that creates or replaces a document of `authors`. */
export interface AuthorsInput {
  name: string
  slug?: string | null
  portrait?: Reference<"media"> | null
  bio?: string | null
  email?: string | null
  publishedLocales?: Array<"en" | "de"> | null
  /** Not in the future; only for callers who may publish. `null`: it is set again at publication. */
  publishedAt?: string | null
}

/**
 * Changes to a document of `authors`: properties that are left out keep their values, in groups as well.
 */
export type AuthorsChanges = Partial<AuthorsInput>

/** Conditions that lists of `authors` accept, by property. */
export interface AuthorsFilters extends Filterable {
  name: Text
  slug: Text
  portrait: Equal<Reference<"media">>
}

/** Properties by which lists of `authors` can be sorted. */
export type AuthorsSort = Sortable | "name" | "slug" | "portrait"

export interface IssuesTypes {
  document: IssuesDocument
  input: IssuesInput
  changes: IssuesChanges
  filters: IssuesFilters
  sort: IssuesSort
  references: { cover: "media" }
  /** The types with `locale: '*'`. */
  localized: {
    locale: Locale
    document: Omit<IssuesDocument, "title" | "slug" | "description"> & { title: ByLocale<Locale, NonNullable<IssuesDocument["title"]>>; slug: ByLocale<Locale, NonNullable<IssuesDocument["slug"]>>; description: ByLocale<Locale, NonNullable<IssuesDocument["description"]>> }
    input: Omit<IssuesInput, "title" | "slug" | "description"> & { title?: Partial<ByLocale<Locale, NonNullable<IssuesInput["title"]>>>; slug?: Partial<ByLocale<Locale, NonNullable<IssuesInput["slug"]>>>; description?: Partial<ByLocale<Locale, NonNullable<IssuesInput["description"]>>> }
    changes: Omit<IssuesChanges, "title" | "slug" | "description"> & { title?: Partial<ByLocale<Locale, NonNullable<IssuesChanges["title"]>>>; slug?: Partial<ByLocale<Locale, NonNullable<IssuesChanges["slug"]>>>; description?: Partial<ByLocale<Locale, NonNullable<IssuesChanges["description"]>>> }
  }
}

/** A document of `issues` as responses contain it. */
export interface IssuesDocument {
  id: string
  status: 'published'
  title: string
  slug: string | null
  number: number | null
  date: string
  cover: Reference<"media"> | null
  description: string | null
  publishedLocales: Array<"en" | "de"> | null
  createdAt: string
  updatedAt: string
  publishedAt: string | null
  scheduledAt: string | null
  createdBy: string | null
  updatedBy: string | null
  version: number
}

/** A body that creates or replaces a document of `issues`. */
export interface IssuesInput {
  title: string
  slug?: string | null
  number?: number | null
  date: string
  cover?: Reference<"media"> | null
  description?: string | null
  publishedLocales?: Array<"en" | "de"> | null
  /** Not in the future; only for callers who may publish. `null`: it is set again at publication. */
  publishedAt?: string | null
}

/**
 * Changes to a document of `issues`: properties that are left out keep their values, in groups as well.
 */
export type IssuesChanges = Partial<IssuesInput>

/** Conditions that lists of `issues` accept, by property. */
export interface IssuesFilters extends Filterable {
  title: Text
  slug: Text
  number: Ordered<number>
  date: Ordered<Moment>
  cover: Equal<Reference<"media">>
}

/** Properties by which lists of `issues` can be sorted. */
export type IssuesSort = Sortable | "title" | "slug" | "number" | "date" | "cover"

export interface PagesTypes {
  document: PagesDocument
  input: PagesInput
  changes: PagesChanges
  filters: PagesFilters
  sort: PagesSort
  references: { body: "~links" }
  /** The types with `locale: '*'`. */
  localized: {
    locale: Locale
    document: Omit<PagesDocument, "title" | "slug" | "body"> & { title: ByLocale<Locale, NonNullable<PagesDocument["title"]>>; slug: ByLocale<Locale, NonNullable<PagesDocument["slug"]>>; body: ByLocale<Locale, NonNullable<PagesDocument["body"]>> }
    input: Omit<PagesInput, "title" | "slug" | "body"> & { title?: Partial<ByLocale<Locale, NonNullable<PagesInput["title"]>>>; slug?: Partial<ByLocale<Locale, NonNullable<PagesInput["slug"]>>>; body?: Partial<ByLocale<Locale, NonNullable<PagesInput["body"]>>> }
    changes: Omit<PagesChanges, "title" | "slug" | "body"> & { title?: Partial<ByLocale<Locale, NonNullable<PagesChanges["title"]>>>; slug?: Partial<ByLocale<Locale, NonNullable<PagesChanges["slug"]>>>; body?: Partial<ByLocale<Locale, NonNullable<PagesChanges["body"]>>> }
  }
}

/** A document of `pages` as responses contain it. */
export interface PagesDocument {
  id: string
  status: 'draft' | 'published' | 'scheduled'
  title: string
  slug: string | null
  body: RichText | null
  position: number | null
  publishedLocales: Array<"en" | "de"> | null
  createdAt: string
  updatedAt: string
  publishedAt: string | null
  scheduledAt: string | null
  createdBy: string | null
  updatedBy: string | null
  version: number
  /** True if there are pending changes. Only for signed-in callers. */
  hasDraft?: boolean
}

/** A body that creates or replaces a document of `pages`. */
export interface PagesInput {
  title: string
  slug?: string | null
  body?: RichText | string | null
  position?: number | null
  publishedLocales?: Array<"en" | "de"> | null
  status?: 'draft' | 'published' | 'scheduled'
  scheduledAt?: string | null
  /** Not in the future; only for callers who may publish. `null`: it is set again at publication. */
  publishedAt?: string | null
}

/**
 * Changes to a document of `pages`: properties that are left out keep their values, in groups as well.
 */
export type PagesChanges = Partial<PagesInput>

/** Conditions that lists of `pages` accept, by property. */
export interface PagesFilters extends Filterable {
  title: Text
  slug: Text
  position: Ordered<number>
}

/** Properties by which lists of `pages` can be sorted. */
export type PagesSort = Sortable | "title" | "slug" | "position"

export interface RedirectsTypes {
  document: RedirectsDocument
  input: RedirectsInput
  changes: RedirectsChanges
  filters: RedirectsFilters
  sort: RedirectsSort
  references: Record<never, never>
}

/** A document of `redirects` as responses contain it. */
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

/** A body that creates or replaces a document of `redirects`. */
export interface RedirectsInput {
  path: string
  target: string
  /** Not in the future; only for callers who may publish. `null`: it is set again at publication. */
  publishedAt?: string | null
}

/**
 * Changes to a document of `redirects`: properties that are left out keep their values, in groups as well.
 */
export type RedirectsChanges = Partial<RedirectsInput>

/** Conditions that lists of `redirects` accept, by property. */
export interface RedirectsFilters extends Filterable {
  path: Text
}

/** Properties by which lists of `redirects` can be sorted. */
export type RedirectsSort = Sortable | "path"

export interface SectionsTypes {
  document: SectionsDocument
  input: SectionsInput
  changes: SectionsChanges
  filters: SectionsFilters
  sort: SectionsSort
  references: { parent: "sections" }
  /** The types with `locale: '*'`. */
  localized: {
    locale: Locale
    document: Omit<SectionsDocument, "name" | "slug" | "description"> & { name: ByLocale<Locale, NonNullable<SectionsDocument["name"]>>; slug: ByLocale<Locale, NonNullable<SectionsDocument["slug"]>>; description: ByLocale<Locale, NonNullable<SectionsDocument["description"]>> }
    input: Omit<SectionsInput, "name" | "slug" | "description"> & { name?: Partial<ByLocale<Locale, NonNullable<SectionsInput["name"]>>>; slug?: Partial<ByLocale<Locale, NonNullable<SectionsInput["slug"]>>>; description?: Partial<ByLocale<Locale, NonNullable<SectionsInput["description"]>>> }
    changes: Omit<SectionsChanges, "name" | "slug" | "description"> & { name?: Partial<ByLocale<Locale, NonNullable<SectionsChanges["name"]>>>; slug?: Partial<ByLocale<Locale, NonNullable<SectionsChanges["slug"]>>>; description?: Partial<ByLocale<Locale, NonNullable<SectionsChanges["description"]>>> }
  }
}

/** A document of `sections` as responses contain it. */
export interface SectionsDocument {
  id: string
  status: 'published'
  name: string
  slug: string | null
  description: string | null
  parent: Reference<"sections"> | null
  position: number | null
  publishedLocales: Array<"en" | "de"> | null
  createdAt: string
  updatedAt: string
  publishedAt: string | null
  scheduledAt: string | null
  createdBy: string | null
  updatedBy: string | null
  version: number
}

/** A body that creates or replaces a document of `sections`. */
export interface SectionsInput {
  name: string
  slug?: string | null
  description?: string | null
  parent?: Reference<"sections"> | null
  position?: number | null
  publishedLocales?: Array<"en" | "de"> | null
  /** Not in the future; only for callers who may publish. `null`: it is set again at publication. */
  publishedAt?: string | null
}

/**
 * Changes to a document of `sections`: properties that are left out keep their values, in groups as well.
 */
export type SectionsChanges = Partial<SectionsInput>

/** Conditions that lists of `sections` accept, by property. */
export interface SectionsFilters extends Filterable {
  name: Text
  slug: Text
  parent: Equal<Reference<"sections">>
  position: Ordered<number>
}

/** Properties by which lists of `sections` can be sorted. */
export type SectionsSort = Sortable | "name" | "slug" | "parent" | "position"

export interface SettingsTypes {
  document: SettingsDocument
  input: SettingsInput
  changes: SettingsChanges
  filters: SettingsFilters
  sort: SettingsSort
  references: { frontPage: "articles" }
  /** The types with `locale: '*'`. */
  localized: {
    locale: Locale
    document: Omit<SettingsDocument, "tagline" | "imprint"> & { tagline: ByLocale<Locale, NonNullable<SettingsDocument["tagline"]>>; imprint: ByLocale<Locale, NonNullable<SettingsDocument["imprint"]>> }
    input: Omit<SettingsInput, "tagline" | "imprint"> & { tagline?: Partial<ByLocale<Locale, NonNullable<SettingsInput["tagline"]>>>; imprint?: Partial<ByLocale<Locale, NonNullable<SettingsInput["imprint"]>>> }
    changes: Omit<SettingsChanges, "tagline" | "imprint"> & { tagline?: Partial<ByLocale<Locale, NonNullable<SettingsChanges["tagline"]>>>; imprint?: Partial<ByLocale<Locale, NonNullable<SettingsChanges["imprint"]>>> }
  }
}

/** A document of `settings` as responses contain it. */
export interface SettingsDocument {
  id: string
  status: 'published'
  name: string
  tagline: string | null
  frontPage: Reference<"articles">[]
  imprint: string | null
  publishedLocales: Array<"en" | "de"> | null
  createdAt: string
  updatedAt: string
  publishedAt: string | null
  scheduledAt: string | null
  createdBy: string | null
  updatedBy: string | null
  version: number
}

/** A body that creates or replaces a document of `settings`. */
export interface SettingsInput {
  name: string
  tagline?: string | null
  frontPage?: Reference<"articles">[] | null
  imprint?: string | null
  publishedLocales?: Array<"en" | "de"> | null
  /** Not in the future; only for callers who may publish. `null`: it is set again at publication. */
  publishedAt?: string | null
}

/**
 * Changes to a document of `settings`: properties that are left out keep their values, in groups as well.
 */
export type SettingsChanges = Partial<SettingsInput>

/** Conditions that lists of `settings` accept, by property. */
export interface SettingsFilters extends Filterable {
  name: Text
  tagline: Text
  frontPage: Equal<Reference<"articles">>
}

/** Properties by which lists of `settings` can be sorted. */
export type SettingsSort = Sortable | "name" | "tagline"
