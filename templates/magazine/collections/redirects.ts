import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'redirects',
  description: 'Addresses that have moved. Renamed slugs are added by themselves; the newest of a path counts.',
  access: { create: ['admin'], update: ['admin'], delete: ['admin'] },
  fields: {
    path: field.string({ required: true, max: 300, pattern: '^/', help: 'As `/articles/old-slug`.' }),
    target: field.string({ required: true, max: 300, pattern: '^/', index: false, help: 'As `/articles/new-slug`.' }),
  },
})
