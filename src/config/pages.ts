import type { HtmlEscapedString } from 'hono/utils/html'

/** Part of a page: what `hono/jsx` and `html` make. */
export type Content = HtmlEscapedString | Promise<HtmlEscapedString>

/** Options of a page. */
export interface PageProps {
  /** Of the window, and of the page where it has no heading of its own. */
  readonly title: string
  /** Default 200. */
  readonly status?: 200 | 400 | 401 | 403 | 404 | 409 | 412 | 413 | 415 | 422 | 429 | 500 | 503
  /** `admin` stands beside the menu, `narrow` alone in the middle: signing in, errors. Default `admin`. */
  readonly frame?: 'admin' | 'narrow'
}

declare module 'hono' {
  interface ContextRenderer {
    /** Answers with a page; a request of htmx gets the content alone. */
    // biome-ignore lint/style/useShorthandFunctionType: hono's own interface, extended
    (content: Content, props: PageProps): Response | Promise<Response>
  }
}

/** An outcome that is not what was asked for, in words. */
export interface Failing {
  readonly status: number
  readonly title: string
  readonly detail: string | undefined
  readonly requestId: string
  /** The mistakes by value, in words. */
  readonly errors: readonly { readonly path: string; readonly message: string }[]
  /** Input of the refused form, by field name, so that it is not lost. */
  readonly typed: readonly (readonly [name: string, text: string])[]
}

/** The look of pages: used by the runtime when a handler renders one, and for errors. */
export interface Pages {
  render(content: Content, props: PageProps): Promise<Response>
  renderError(failing: Failing): Promise<Response>
}

/** Parts of the admin's menu, in their order. */
export type MenuGroup = 'content' | 'people' | 'system'
