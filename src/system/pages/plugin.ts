import { definePlugin } from '../../config/plugin.ts'

/** The look of every page: the frames around what a handler renders, and what errors look like in a browser. */
export const pagesPlugin = definePlugin({
  name: 'page-design',
  version: '1.0.0',
  routes: () => import('./routes.ts'),
  messages: { de: () => import('./messages/de.ts') },
  services: {
    // Loaded when the first page is asked for: the compiler, which reads this file too, has no use for it.
    pages: (c) => ({
      render: async (content, props) => (await import('./render.tsx')).renderPage(c, content, props),
      renderError: async (failing) => (await import('./render.tsx')).renderErrorPage(c, failing),
    }),
  },
})
