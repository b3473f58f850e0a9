import { definePlugin } from '../../config/plugin.ts'

/** Plugin with the look of every page: the frames around pages, and error pages for browsers. */
export const pagesPlugin = definePlugin({
  name: 'page-design',
  version: '1.0.0',
  services: {
    // Loaded with the first page, because the compiler, which reads this file too, does not need the renderer.
    pages: (c) => ({
      render: async (content, props) => (await import('./render.tsx')).renderPage(c, content, props),
      renderError: async (failing) => (await import('./render.tsx')).renderErrorPage(c, failing),
    }),
  },
  http: { routes: () => import('./routes.ts') },
  admin: { messages: { de: () => import('./messages/de.ts') } },
})
