import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'redirects',
  description: 'Redirects of paths. Added automatically when a slug changes; the newest redirect of a path applies.',
  access: { create: ['admin'], update: ['admin'], delete: ['admin'] },
  fields: {
    path: field.string({ required: true, max: 300, pattern: '^/', help: 'Example: `/articles/old`.' }),
    target: field.string({ required: true, max: 300, pattern: '^/', index: false, help: 'Example: `/articles/new`.' }),
  },
})
