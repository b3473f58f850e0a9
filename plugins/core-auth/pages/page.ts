import type { Content } from 'lintel'

/** A page to sign in and the like: a card, with a form or with an outcome. */
export interface Page {
  readonly title: string
  readonly content: Content
}

/** What is wrong with a form that was posted. */
export interface FormProblem {
  /** Of the refusal; `null` where there is none. */
  readonly code: string | null
  /** With a field, by its name. */
  readonly fields: { readonly [name: string]: string }
  /** With the form as a whole; `null` where a field says it. */
  readonly message: string | null
}

export const NO_PROBLEM: FormProblem = { code: null, fields: {}, message: null }
