import type { Content } from '../ground/content.ts'

/** Title, status and frame of a page. */
export interface PageProps {
  /** Title of the window, and of the page if its content has no heading. */
  readonly title: string
  /** Status of the response. Default 200. */
  readonly status?: 200 | 400 | 401 | 403 | 404 | 409 | 412 | 413 | 415 | 422 | 429 | 500 | 503
  /**
   * Frame around the page: `admin` adds the menu, `narrow` centers the content, for signing in and errors. Default
   * `admin`.
   */
  readonly frame?: 'admin' | 'narrow'
}

declare module 'hono' {
  interface ContextRenderer {
    /** Responds with a page. A request made by htmx receives the content without the frame. */
    // biome-ignore lint/style/useShorthandFunctionType: hono's own interface, extended
    (content: Content, props: PageProps): Response | Promise<Response>
  }
}

/** A failed request, described for the user. */
export interface Failing {
  readonly status: number
  readonly title: string
  readonly detail: string | undefined
  readonly requestId: string
  /** The invalid values and their messages. */
  readonly errors: readonly { readonly path: string; readonly message: string }[]
  /** Values of the refused form by field name, so that they can be shown again. */
  readonly typed: readonly (readonly [name: string, text: string])[]
}

/** Renders pages: the runtime calls it when a handler renders one, and for errors. */
export interface Pages {
  render(content: Content, props: PageProps): Promise<Response>
  renderError(failing: Failing): Promise<Response>
}

/** Groups of the admin's menu, in order. */
export type MenuGroup = 'content' | 'people' | 'system'
