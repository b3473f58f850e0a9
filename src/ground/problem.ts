/** Values of a form as submitted. Several values with the same name are a list. */
export type Typed = { readonly [name: string]: string | readonly string[] | File }

/** A refused form: its values, and what is wrong with them. */
export interface Refused {
  readonly typed: Typed
  readonly problem: Problem
}

/** The problem, as in the `HttpError`. */
export interface Problem {
  readonly status: number
  readonly code: string
  /** English title; translate it with `t(title)`. */
  readonly title: string
  readonly detail: string | undefined
  readonly message: string
  readonly errors: readonly { readonly path: string; readonly code: string; readonly message: string }[] | undefined
}
