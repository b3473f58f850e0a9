import type { HtmlEscapedString } from 'hono/utils/html'

/** Part of a page, as `hono/jsx` and `html` return it. */
export type Content = HtmlEscapedString | Promise<HtmlEscapedString>
